# SPDX-License-Identifier: Apache-2.0
# ./dev image builds it, by Docker or without any engine.

# What compiles, from the list that ./dev setup has.
FROM debian:trixie-slim AS tools
WORKDIR /src
COPY dev ./
COPY dev.d dev.d
RUN ./dev setup build && rm -rf /var/lib/apt/lists/*

FROM tools AS test
COPY . .
RUN ./dev test && touch /tested

# Copying from the test stage makes its success a condition.
FROM tools AS build
COPY . .
COPY --from=test /tested /tested
RUN ./dev build release && dev.d/rootfs.sh build/release/slicegate /rootfs

# Nothing but the binary, the libraries that it loads and their licences: no shell, no package manager.
FROM scratch
COPY --from=build /rootfs /
LABEL org.opencontainers.image.title="slicegate" \
      org.opencontainers.image.description="Kubernetes admission webhook that keeps shared and dedicated GPU slices honest" \
      org.opencontainers.image.licenses="Apache-2.0"
USER 65532:65532
EXPOSE 8443 8080
ENTRYPOINT ["/usr/bin/slicegate"]
CMD ["serve"]
