// SPDX-License-Identifier: Apache-2.0
// Asio's own code, once for the whole program: every other file compiles against declarations alone.
#include <boost/asio/impl/src.hpp>
