// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/system/result.hpp>

#include <string>

namespace slicegate {

enum class Errc {
    not_a_review = 1,  // the body is no AdmissionReview: HTTP 400
    bad_object,        // a readable review whose object has an impossible shape: refused, HTTP 200
    bad_policy,        // policy file
    bad_certificate,   // certificate, key or CA file
    bad_option,        // command line or environment
    io,                // a file or socket that cannot be opened
};

// What went wrong, said for the person who has to mend it: place, cause, remedy. Never a secret.
struct Error {
    Errc code;  // first and an enum class: otherwise Result<int> would be ambiguous in Boost 1.81
    std::string message;
};

template <class T> using Result = boost::system::result<T, Error>;

// Boost asks for this for Result::value(), which we do not call: callers test and dereference.
[[noreturn]] void throw_exception_from_error(Error const& error, boost::source_location const& where);

}  // namespace slicegate
