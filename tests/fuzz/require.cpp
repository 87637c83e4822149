// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/require.hpp"

#include <cstdlib>
#include <iostream>

namespace slicegate::fuzz {

void fail(std::string_view property, std::string_view seen)
{
    std::cerr << "\nbroken: " << property << "\n" << seen << std::endl;
    std::abort();
}

}  // namespace slicegate::fuzz
