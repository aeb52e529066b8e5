import { Type } from 'typebox'
import { flag, integer, list, optionalSection, section, text } from './fields.ts'
import { certificateFiles } from './listen.ts'

const ADDRESS = {
  host: text('Address to bind.', { default: '127.0.0.1' }),
  port: integer('TCP port; 0 picks a free one.', 8081, 0, 65535)
}

/** Verdicts for proxies that stand in front of applications themselves. */
export const forwardAuth = section(
  'Verdicts for a proxy that stands in front of applications and asks about every request (`auth_request`, `forward_auth`, `forwardAuth`, `ext_authz`). See `deploy/forward-auth/`.',
  {
    enabled: flag('Answer questions at `paths.verify`.'),
    listen: optionalSection(
      'Listener for questions alone. They are then not answered where visitors come in, which is recommended: an answer holds the identity of whoever asks. null: at `listen`.',
      {
        ...ADDRESS,
        tls: certificateFiles(
          'TLS 1.2 and 1.3 for the proxies, with HTTP/2 for those that speak it: Traefik then asks over few connections instead of opening one for nearly every request. The files are read again when they change. null: plain HTTP/1.1.'
        )
      }
    ),
    grpc: optionalSection(
      'Listener for the gRPC protocol of Envoy (`envoy.service.auth.v3.Authorization`), without TLS: for Envoy, Istio and the like on the same machine or network. null: none.',
      ADDRESS
    ),
    trustedProxies: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', minLength: 1 },
      default: null,
      description:
        'CIDRs of the proxies that may ask; everybody else gets 403, whatever the request says. null: those of the top-level `trustedProxies`.'
    }),
    origins: list(
      'Origins of the applications behind those proxies, such as `https://wiki.example.com`; that of `publicUrl` belongs to them by itself. Questions about others are refused, and visitors are sent nowhere else after sign-in. Hosts other than that of `publicUrl` need `cookie.domain`.'
    )
  }
)
