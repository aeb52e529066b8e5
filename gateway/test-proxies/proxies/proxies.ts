import type { ProxyUnderTest } from '../proxy.ts'
import { apache } from './apache.ts'
import { caddy } from './caddy.ts'
import { envoyGrpc, envoyHttp } from './envoy.ts'
import { haproxy } from './haproxy.ts'
import { nginx } from './nginx.ts'
import { traefik } from './traefik.ts'

/** Every proxy that there are files for. */
export const PROXIES: readonly ProxyUnderTest[] = [
  nginx,
  haproxy,
  caddy,
  apache,
  envoyHttp,
  envoyGrpc,
  traefik
]
