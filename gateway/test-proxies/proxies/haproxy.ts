import { findProgram, outputOf } from '../../test/fixtures/processes/find-program.ts'
import { writeCertificate } from '../certificate.ts'
import { copyDeployFile, hostReplacements, portReplacements } from '../deploy-files.ts'
import { SHARED_BY_PROXY } from '../journeys/connection-identities.ts'
import { HTTP_1_ALONE, OVER_HTTP_2 } from '../journeys/streams.ts'
import { startProxyProcess } from '../program.ts'
import type { ProxyUnderTest } from '../proxy.ts'

/** HAProxy with Lua, with the files of `deploy/forward-auth/haproxy`. */
export const haproxy: ProxyUnderTest = {
  name: 'haproxy',
  find: () => findProgram('HAPROXY_PATH', 'haproxy'),
  howToInstall: 'apt-get install haproxy, or HAPROXY_PATH',
  version: (program) => /version (\S+)/.exec(outputOf(program, ['-v']))?.[1] ?? '',
  endsTls: true,
  limits: { [OVER_HTTP_2]: HTTP_1_ALONE },
  async start(program, places, folder) {
    const { forwardAuthRequests, visitors, applications, signInHost } = places
    const script = copyDeployFile('haproxy/gatehouse.lua', folder, [
      ['127.0.0.1:8081', `127.0.0.1:${forwardAuthRequests}`]
    ])
    const common = [...portReplacements(places), ['/etc/haproxy/gatehouse.lua', script]] as const
    const config =
      applications.length === 1
        ? copyDeployFile('haproxy/haproxy.cfg', folder, [
            ...common,
            ['bind :8000', `bind 127.0.0.1:${visitors}`],
            ['localhost:8000', `${signInHost}:${visitors}`]
          ])
        : copyDeployFile('haproxy/haproxy-sites.cfg', folder, [
            ...hostReplacements(places),
            ...common,
            ['bind :443', `bind 127.0.0.1:${visitors}`],
            ['/etc/haproxy/example.com.pem', writeCertificate(folder).both],
            ...[signInHost, ...applications.map(({ host }) => host)].map(
              (host) => [`str ${host}`, `str ${host}:${visitors}`] as const
            )
          ])
    return await startProxyProcess({ program, args: ['-db', '-f', config], port: visitors, folder })
  }
}

/** In front of the gateway in reverse-proxy mode, with `deploy/haproxy` except its checks of two gateways. */
export const haproxyFront: ProxyUnderTest = {
  ...haproxy,
  name: 'front haproxy',
  endsTls: false,
  isFront: true,
  limits: { [SHARED_BY_PROXY]: 'HAProxy sends the first request of a client over a connection of its own' },
  async start(program, { visitors, pages }, folder) {
    const config = copyDeployFile('../haproxy/haproxy.cfg', folder, [
      ['bind :8000', `bind 127.0.0.1:${visitors}`],
      ['  default-server check', '  # default-server check'],
      ['127.0.0.1:8080 port 9464', `127.0.0.1:${pages}`],
      ['127.0.0.1:8180 port 9465', `127.0.0.1:${pages}`]
    ])
    return await startProxyProcess({ program, args: ['-db', '-f', config], port: visitors, folder })
  }
}
