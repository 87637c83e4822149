// SPDX-License-Identifier: Apache-2.0
#include "sizing/patterns.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slicegate::sizing {

namespace {

// Divisible by every number up to 16, so that thirds and sevenths of a card are whole.
constexpr double unit = 720720;
constexpr double nothing = 1e-9;

// Maximise needs * y where pattern * y <= price for each pattern and y >= 0: the simplex method on the condensed
// tableau. It starts from y = 0, which is allowed.
class Simplex {
public:
    Simplex(std::span<Counts const> patterns, std::span<double const> prices, Counts const& needs)
        : width_(needs.size()), height_(patterns.size())
    {
        for (Counts const& pattern : patterns) {
            rows_.emplace_back(pattern.begin(), pattern.end());
            rows_.back().push_back(prices[basic_.size()]);
            basic_.push_back(width_ + basic_.size());
        }
        rows_.emplace_back(needs.begin(), needs.end());
        rows_.back().push_back(0);
        for (std::size_t column = 0; column < width_; ++column)
            free_.push_back(column);
    }

    void solve()
    {
        // Bland's rule ends; the limit is for rounding, which could make it turn in a circle.
        for (int step = 0; step < 10000; ++step) {
            std::size_t const column = entering();
            if (column == width_)
                break;
            std::size_t const row = leaving(column);
            if (row == height_)
                break;
            pivot(row, column);
        }
    }

    // y, and how often each pattern is used by the fractional plan that it bounds.
    [[nodiscard]] std::vector<double> weights() const
    {
        std::vector<double> values(width_, 0.0);
        for (std::size_t row = 0; row < height_; ++row)
            if (basic_[row] < width_)
                values[basic_[row]] = rows_[row].back();
        return values;
    }

    [[nodiscard]] std::vector<double> uses() const
    {
        std::vector<double> values(height_, 0.0);
        for (std::size_t column = 0; column < width_; ++column)
            if (free_[column] >= width_)
                values[free_[column] - width_] = -rows_.back()[column];
        return values;
    }

private:
    [[nodiscard]] std::size_t entering() const
    {
        std::size_t best = width_;
        for (std::size_t column = 0; column < width_; ++column)
            if (rows_.back()[column] > nothing && (best == width_ || free_[column] < free_[best]))
                best = column;
        return best;
    }

    [[nodiscard]] std::size_t leaving(std::size_t column) const
    {
        std::size_t best = height_;
        double least = 0;
        for (std::size_t row = 0; row < height_; ++row) {
            if (rows_[row][column] <= nothing)
                continue;
            double const ratio = rows_[row].back() / rows_[row][column];
            if (best == height_ || ratio < least - nothing ||
                (ratio < least + nothing && basic_[row] < basic_[best])) {
                best = row;
                least = ratio;
            }
        }
        return best;
    }

    void pivot(std::size_t row, std::size_t column)
    {
        double const by = rows_[row][column];
        for (double& value : rows_[row])
            value /= by;
        rows_[row][column] = 1 / by;
        for (std::size_t other = 0; other <= height_; ++other) {
            double const factor = rows_[other][column];
            if (other == row || factor == 0.0)
                continue;
            for (std::size_t at = 0; at <= width_; ++at)
                if (at != column)
                    rows_[other][at] -= factor * rows_[row][at];
            rows_[other][column] = -factor * rows_[row][column];
        }
        std::swap(basic_[row], free_[column]);
    }

    std::size_t width_;
    std::size_t height_;
    std::vector<std::vector<double>> rows_;  // the last one is what is maximised
    std::vector<std::size_t> basic_;         // the variable of each row
    std::vector<std::size_t> free_;          // and of each column
};

}  // namespace

std::uint64_t weigh(Weights const& weights, Counts const& counts)
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
        sum += weights.of[i] * counts[i];
    return sum;
}

Weights find_weights(std::span<Counts const> patterns, Counts const& needs)
{
    std::vector<double> const prices(patterns.size(), 1.0);
    Simplex simplex(patterns, prices, needs);
    simplex.solve();
    Weights weights;
    for (double const value : simplex.weights())
        weights.of.push_back(static_cast<std::uint64_t>(std::llround(std::max(value, 0.0) * unit)));
    for (Counts const& pattern : patterns)
        weights.capacity = std::max(weights.capacity, weigh(weights, pattern));
    return weights;
}

std::vector<unsigned>
find_whole_uses(std::span<Counts const> patterns, std::span<double const> prices, Counts const& needs)
{
    Simplex simplex(patterns, prices, needs);
    simplex.solve();
    std::vector<unsigned> whole;
    for (double const use : simplex.uses())
        whole.push_back(static_cast<unsigned>(std::max(use + nothing, 0.0)));
    return whole;
}

unsigned count_at_least(Weights const& weights, Counts const& needs)
{
    return static_cast<unsigned>((weigh(weights, needs) + weights.capacity - 1) / weights.capacity);
}

}  // namespace slicegate::sizing
