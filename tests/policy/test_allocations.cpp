// SPDX-License-Identifier: Apache-2.0
// A program of its own, for it replaces the global operator new.
#include "policy/admit.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <new>
#include <string>

namespace {

std::size_t allocations = 0;

}  // namespace

void* operator new(std::size_t bytes)
{
    ++allocations;
    if (void* const memory = std::malloc(bytes))
        return memory;
    throw std::bad_alloc{};
}

void* operator new(std::size_t bytes, std::nothrow_t const& /*tag*/) noexcept
{
    ++allocations;
    return std::malloc(bytes);
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t /*bytes*/) noexcept
{
    std::free(memory);
}

using namespace slicegate::policy;

namespace {

std::string read_review(std::string const& name)
{
    std::ifstream file(SLICEGATE_POLICY_TESTS "/data/steady/" + name);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Of one review, after the same one has been judged before.
std::size_t count_allocations(std::string const& review, Stage stage)
{
    auto const policy = make_default_policy();
    Scratch scratch;
    std::string body;
    body.reserve(review.size() + 64);  // as the server's reader does
    for (int turn = 0;; ++turn) {
        body = review;
        auto const before = allocations;
        auto const answer = admit(body, stage, policy, scratch);
        auto const count = allocations - before;
        REQUIRE(answer.http_status == 200);
        REQUIRE(answer.outcome.verdict == Verdict::allowed);
        if (turn == 3)
            return count;
    }
}

}  // namespace

TEST_CASE("admit: a validated review allocates nothing once the buffers are there")
{
    CHECK(count_allocations(read_review("shared.json"), Stage::validate) == 0);
    CHECK(count_allocations(read_review("dedicated.json"), Stage::validate) == 0);
    CHECK(count_allocations(read_review("no-gpu.json"), Stage::validate) == 0);
    CHECK(count_allocations(read_review("no-gpu.json"), Stage::mutate) == 0);
}
