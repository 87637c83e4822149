// SPDX-License-Identifier: Apache-2.0
#include "policy/quantity.hpp"
#include "tests/policy/support.hpp"

#include <catch2/catch_test_macros.hpp>

#include <optional>

using namespace slicegate::policy;
using namespace slicegate::policy::test;

namespace {

json vectors()
{
    static json const all = json::parse(read_text(source_path("data/quantity_vectors.json")));
    return all;
}

// "k" and its like are 0 to apimachinery in most forms and an error in some. The API server spells them "0"
// before a webhook sees them, so that slicegate refuses them.
bool is_quantity(json const& vector)
{
    return vector["ok"] == true && !vector.contains("no_digits");
}

// An exponent past int32 wraps around in apimachinery: 1e4294967296 is 1 there, and huge here.
bool is_wrapped(json const& vector)
{
    return vector["in"] == "1e4294967296";
}

json or_null(std::optional<std::int64_t> const& value)
{
    return value ? json(*value) : json();
}

// Rounded away from zero, as apimachinery's MilliValue.
json milli_of(Quantity const& quantity)
{
    auto thousandfold = quantity;
    thousandfold.nano *= 1000;
    return or_null(whole_units(thousandfold));
}

Quantity parsed(std::string_view text)
{
    auto const quantity = parse_quantity(text);
    REQUIRE(quantity.has_value());
    return *quantity;
}

}  // namespace

TEST_CASE("parse_quantity: takes and refuses what apimachinery takes and refuses")
{
    auto const all = vectors();
    REQUIRE(all.size() == 256);
    for (json const& vector : all) {
        auto const text = vector["in"].get<std::string>();
        CAPTURE(text);
        auto const quantity = parse_quantity(text);
        REQUIRE(quantity.has_value() == is_quantity(vector));
        if (!quantity || is_wrapped(vector))
            continue;
        CHECK(or_null(whole_units(*quantity)) == vector["value"]);
        if (!vector["milli"].is_null())
            CHECK(milli_of(*quantity) == vector["milli"]);
        bool const is_integer = quantity->is_huge || quantity->nano % 1'000'000'000 == 0;
        CHECK(is_integer == vector["is_integer"]);
    }
}

TEST_CASE("is_whole: agrees with the API server wherever that does not overflow")
{
    for (json const& vector : vectors()) {
        if (!is_quantity(vector) || vector["milli"].is_null())
            continue;
        auto const text = vector["in"].get<std::string>();
        CAPTURE(text);
        auto const quantity = parsed(text);
        CHECK((is_whole(quantity) && !quantity.is_negative) == vector["pod_integer_check_ok"]);
    }
}

TEST_CASE("Quantity: equal if and only if the numbers are")
{
    struct Parsed {
        Quantity quantity;
        std::string exact;
    };
    std::vector<Parsed> all;
    for (json const& vector : vectors()) {
        if (is_quantity(vector) && !is_wrapped(vector))
            all.push_back({parsed(vector["in"].get<std::string>()), vector["exact"].get<std::string>()});
    }
    for (Parsed const& a : all) {
        for (Parsed const& b : all) {
            bool const are_huge = a.quantity.is_huge && b.quantity.is_huge;
            if (!are_huge && (a.quantity == b.quantity) != (a.exact == b.exact))
                FAIL_CHECK(a.exact << " against " << b.exact);
        }
    }
}

TEST_CASE("parse_quantity: an exponent costs no more than its digits")
{
    for (auto const* const text :
         {"1e999999999", "1e2147483648", "1e4294967296", "0.1E+9223372036854775807"}) {
        CAPTURE(text);
        CHECK(parsed(text).is_huge);
        CHECK_FALSE(whole_units(parsed(text)).has_value());
    }
    for (auto const* const text : {"1e-999999999", "1e-2147483647", "123.456e-9223372036854775808"}) {
        CAPTURE(text);
        CHECK(parsed(text) == parsed("1n"));
        CHECK_FALSE(is_whole(parsed(text)));
    }
    CHECK(parsed("0e999999999") == Quantity{});
    CHECK(parsed("-0e-999999999") == Quantity{});
    CHECK_FALSE(parse_quantity("1e9223372036854775808").has_value());
    CHECK_FALSE(parse_quantity("1e-9223372036854775809").has_value());
    CHECK_FALSE(parse_quantity("1e" + std::string(1'000'000, '9')).has_value());
    CHECK(parsed("1e" + std::string(1'000'000, '0') + "3") == parsed("1k"));
}

TEST_CASE("parse_quantity: long numbers are read to their last digit")
{
    for (std::size_t const size : {1'000'000UL, 8'000'000UL}) {
        CHECK(parsed(std::string(size, '9')).is_huge);
        CHECK(parsed(std::string(size, '0') + "7") == parsed("7"));
        CHECK(parsed("0." + std::string(size, '0') + "1") == parsed("1n"));
        CHECK(parsed("2." + std::string(size, '0')) == parsed("2"));
        CHECK(parsed("2." + std::string(size, '0') + "1") == parsed("2000000001n"));
        CHECK(parsed("2." + std::string(size, '0') + "1Ki") == parsed("2048000000001n"));
        CHECK(parsed(std::string(size, '9') + "Ei") == parsed("9223372036854775807"));
        CHECK(parsed("1" + std::string(size, '0') + "e-" + std::to_string(size)) == parsed("1"));
        CHECK(parsed("0." + std::string(size - 1, '0') + "1e" + std::to_string(size)) == parsed("1"));
        CHECK_FALSE(parse_quantity(std::string(size, '1') + ' ').has_value());
        CHECK_FALSE(parse_quantity(std::string(size, 'E')).has_value());
    }
}
