import type { ProxyUnderTest } from '../proxy.ts'
import { apache } from './apache.ts'
import { caddy, caddyLatest } from './caddy.ts'
import { envoyGrpc, envoyHttp } from './envoy.ts'
import { haproxy, haproxyFront } from './haproxy.ts'
import { nginx, nginxFront } from './nginx.ts'
import { traefik } from './traefik.ts'

/** Every proxy with deploy files; at the end those in front of the gateway in reverse-proxy mode. */
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
