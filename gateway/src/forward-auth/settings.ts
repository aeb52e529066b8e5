import { Type } from 'typebox'
import { flag, list, optionalSection, section } from '../config/schema/fields.ts'
import { address, certificateFiles } from '../http/settings.ts'
export const forwardAuth = section(
  'Forward auth, for a proxy that delivers applications and sends an auth request for each of their requests (`auth_request`, `forward_auth`, `forwardAuth`, `ext_authz`). See `deploy/forward-auth/`.',
  {
    enabled: flag('Accept auth requests at `paths.verify`.'),
    listen: optionalSection(
      'Separate listener for auth requests, which are then not accepted on the public listener. Recommended, because responses contain the visitor’s identity. null: use `listen`.',
      {
        ...address(8081),
        tls: certificateFiles(
          'TLS 1.2 and 1.3 for the proxies, without HTTP/2. Changed files are reloaded. null: plain HTTP/1.1.'
        )
      }
    ),
    grpc: optionalSection(
      'Listener for Envoy’s gRPC protocol (`envoy.service.auth.v3.Authorization`), without TLS: for Envoy, Istio and the like on the same machine or network. null: none.',
      address(8081)
    ),
    trustedProxies: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', minLength: 1 },
      default: null,
      description:
        'CIDRs of the proxies that may send auth requests; others get 403. null: those of the top-level `trustedProxies`.'
    }),
    origins: list(
      'Origins of the applications behind those proxies, such as `https://wiki.example.com`; that of `publicUrl` is always included. Auth requests for other origins are refused, and visitors are never redirected to them after sign-in. Hosts other than that of `publicUrl` need `cookie.domain`.'
    )
  }
)
