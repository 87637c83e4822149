-- SPDX-License-Identifier: Apache-2.0
-- For wrk: posts the review in BODY and prints what came of it as one line of JSON.
local file = assert(io.open(os.getenv("BODY"), "rb"))
wrk.method = "POST"
wrk.body = file:read("*a")
wrk.headers["Content-Type"] = "application/json"
file:close()

function done(summary, latency)
   local errors = summary.errors
   io.write(string.format(
      '\nRESULT {"requests": %d, "seconds": %.6f, "p50_us": %.1f, "p99_us": %.1f, "errors": %d}\n',
      summary.requests, summary.duration / 1e6, latency:percentile(50), latency:percentile(99),
      errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
