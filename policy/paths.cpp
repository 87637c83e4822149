// SPDX-License-Identifier: Apache-2.0
#include "policy/paths.hpp"

#include <algorithm>
#include <cstddef>

namespace slicegate::policy {

std::string clean_path(std::string_view path)
{
    std::string clean;
    for (std::size_t start = 0; start <= path.size();) {
        auto const end = std::min(path.find('/', start), path.size());
        auto const step = path.substr(start, end - start);
        if (step == "..")
            clean.resize(clean.empty() ? 0 : clean.rfind('/'));
        else if (!step.empty() && step != ".")
            (clean += '/') += step;
        start = end + 1;
    }
    return clean.empty() ? "/" : clean;
}

}  // namespace slicegate::policy
