// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sizing/advise.hpp"

#include <string>

namespace slicegate::cli {

enum class Naming { same, shared };  // nvidia.com/gpu, or nvidia.com/gpu.shared for replicas

// What makes an advice so.
struct AdviceFiles {
    std::string device_plugin;  // the configuration of NVIDIA's device plugin
    std::string policy;         // a GpuPolicy with the pool
    std::string commands;       // for a shell
};

// For the first choice of an advice, which does.
[[nodiscard]] AdviceFiles
make_advice_files(sizing::Needs const& needs, sizing::Choice const& choice, Naming naming);

}  // namespace slicegate::cli
