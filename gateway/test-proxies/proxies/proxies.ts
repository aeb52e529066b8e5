import type { ProxyUnderTest } from '../proxy.ts'
import { apache } from './apache.ts'
import { caddy, caddyLatest } from './caddy.ts'
import { envoyGrpc, envoyHttp } from './envoy.ts'
import { haproxy, haproxyFront } from './haproxy.ts'
import { nginx, nginxFront } from './nginx.ts'
import { traefik } from './traefik.ts'

/** Every proxy that there are files for; at the end those in front of the gateway as a reverse proxy. */
export const PROXIES: readonly ProxyUnderTest[] = [
  nginx,
  haproxy,
  caddy,
  caddyLatest,
  apache,
  envoyHttp,
  envoyGrpc,
  traefik,
  nginxFront,
  haproxyFront
]
