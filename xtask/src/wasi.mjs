// Runs a test program of WebAssembly: node wasi.mjs FILE.wasm [ARGUMENT]...
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { argv, env, execArgv, execPath, exit, kill, pid } from "node:process";
import { WASI } from "node:wasi";

// Node.js 20 can crash when it ends after a program that was right. So a second process runs it,
// which ends itself by a signal then. WebAssembly cannot crash its process: where Node.js did, it runs
// again.
if (env.WASI_CHILD === undefined) {
  const options = { stdio: "inherit", env: { ...env, WASI_CHILD: "1" } };
  let child;
  for (let tries = 0; tries < 3 && (tries === 0 || child.signal === "SIGSEGV"); tries += 1) {
    child = spawnSync(execPath, [...execArgv, ...argv.slice(1)], options);
  }
  exit(child.signal === "SIGTERM" ? 0 : child.status || 1);
}

const [, , file, ...rest] = argv;
// A panic ends the program, so the message of a test that fails must not be held back.
const all = { RUST_TEST_NOCAPTURE: "1", ...env };
const wasi = new WASI({ version: "preview1", args: [file, ...rest], env: all, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(file));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
const status = wasi.start(instance);
if (status === 0) {
  kill(pid, "SIGTERM");
}
exit(status);
