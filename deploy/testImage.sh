#!/usr/bin/env bash
# Builds the image and runs it: the migration, an API and a worker from it, and a payment through them.
# For a machine without a container daemon or registry: root on Debian or Ubuntu with the packages
# buildah, podman, runc and debootstrap. The base image is then made of the distribution's packages and
# this machine's own Node.
#
#   deploy/testImage.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

base=docker.io/library/node:20-bookworm-slim
image=embedded-wallet-payments:test
storage=(--storage-driver vfs)

if ! podman "${storage[@]}" image exists "$base"; then
  echo "== $base from Debian's packages"
  work="$(mktemp -d)"
  trap 'rm -rf "$work"' EXIT
  debootstrap --variant=minbase bookworm "$work/root" http://deb.debian.org/debian >"$work/log" || {
    tail "$work/log"
    exit 1
  }
  cp "$(readlink -f "$(command -v node)")" "$work/root/usr/local/bin/node"
  mkdir -p "$work/root/usr/local/lib/node_modules" "$work/root/etc/ssl/certs"
  cp -a "$(npm root -g)/npm" "$work/root/usr/local/lib/node_modules/"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/root/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$work/root/usr/local/bin/npx"
  cp /etc/ssl/certs/ca-certificates.crt "$work/root/etc/ssl/certs/"
  tar -C "$work/root" -cf - . | podman "${storage[@]}" import \
    --change ENV=NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt - "$base" >/dev/null
fi

echo "== $image from the Dockerfile"
buildah "${storage[@]}" bud --pull-never --isolation chroot --network host --format docker -t "$image" .
podman "${storage[@]}" image inspect "$image" --format 'size {{.Size}}, user {{.User}}, command {{.Config.Cmd}}'

echo '== run'
exec node --import tsx test/deploy/runImage.ts --image "localhost/$image" \
  --podman "podman ${storage[*]} --runtime $(command -v runc)"
