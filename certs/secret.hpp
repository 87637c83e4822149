// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/crypto.h>

#include <string>
#include <string_view>
#include <utility>

namespace slicegate::certs {

// Text that may hold a private key: moved, never copied, and wiped when it goes. Not changed once made, for a
// string that grows leaves its old bytes behind.
class Secret {
public:
    Secret() = default;
    explicit Secret(std::string text) : text_{std::move(text)} {}
    Secret(Secret&& other) noexcept { text_.swap(other.text_); }
    Secret& operator=(Secret&& other) noexcept
    {
        text_.swap(other.text_);
        return *this;
    }
    ~Secret() { OPENSSL_cleanse(text_.data(), text_.size()); }

    std::string_view view() const { return text_; }

private:
    std::string text_;
};

}  // namespace slicegate::certs
