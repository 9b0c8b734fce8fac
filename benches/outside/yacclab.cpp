// Labels a volume by EPDT and PRED++ of YACCLAB. What its programs have around an algorithm is replaced below.
#include <cstdint>
#include <cstring>
#include <vector>

#include <opencv2/core.hpp>

#define YACCLAB_LABELING_ALGORITHMS_H_
#define YACCLAB_REGISTER_H_
#define REGISTER_LABELING_WITH_EQUIVALENCES_SOLVERS(name)
#define REGISTER_SOLVER(name)
#define UPPER_BOUND_26_CONNECTIVITY \
    ((size_t)((img_.size[0] + 1) / 2) * ((img_.size[1] + 1) / 2) * ((img_.size[2] + 1) / 2) + 1)

#include "performance_evaluator.h"

enum StepType { ALLOC_DEALLOC, FIRST_SCAN, SECOND_SCAN };
inline std::string Step(StepType) { return {}; }

enum class Connectivity3D { CONN_6, CONN_18, CONN_26 };

template <Connectivity3D, bool = false>
struct Labeling3D {
    cv::Mat img_, img_labels_;
    unsigned n_labels_ = 0;
    PerformanceEvaluator perf_;
    virtual ~Labeling3D() = default;
    virtual void PerformLabeling() = 0;
    virtual void PerformLabelingWithSteps() {}
    virtual void PerformLabelingMem(std::vector<uint64_t>&) {}
};

#include "labels_solver.h"
#include "labeling3D_EPDT_26c.h"
#include "labeling3D_PREDpp_2021.h"

unsigned* UFPC::P_;
unsigned UFPC::length_;
MemVector<unsigned> UFPC::mem_P_;

// Writes the labels of a byte for each voxel.
template <class Algorithm>
void run(uint8_t* voxels, int32_t* labels, const int* sizes) {
    Algorithm algorithm;
    algorithm.img_ = cv::Mat(3, sizes, CV_8UC1, voxels);
    algorithm.img_labels_ = cv::Mat(3, sizes, CV_32SC1, labels);
    algorithm.PerformLabeling();
}

extern "C" void epdt(uint8_t* voxels, int32_t* labels, const int* sizes) { run<EPDT_3D_26c<UFPC>>(voxels, labels, sizes); }
extern "C" void predpp(uint8_t* voxels, int32_t* labels, const int* sizes) { run<PREDpp_3D<UFPC>>(voxels, labels, sizes); }
