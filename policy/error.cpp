// SPDX-License-Identifier: Apache-2.0
#include "policy/error.hpp"

#include <stdexcept>

namespace slicegate {

void throw_exception_from_error(Error const& error, boost::source_location const& /*where*/)
{
    throw std::logic_error(error.message);
}

}  // namespace slicegate
