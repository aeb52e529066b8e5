import { findProgram, outputOf } from '../../test/fixtures/find-program.ts'
import { writeCertificate } from '../certificate.ts'
import { copyDeployFile, portReplacements } from '../deploy-files.ts'
import { startProxyProcess } from '../program.ts'
import type { ProxyUnderTest } from '../proxy.ts'

/** HAProxy with Lua, with the files of `deploy/forward-auth/haproxy`. */
export const haproxy: ProxyUnderTest = {
  name: 'haproxy',
  find: () => findProgram('HAPROXY_PATH', 'haproxy'),
  howToInstall: 'apt-get install haproxy, or HAPROXY_PATH',
  version: (program) => /version (\S+)/.exec(outputOf(program, ['-v']))?.[1] ?? '',
  endsTls: true,
  limits: {},
  async start(program, places, folder) {
    const { questions, visitors, applications, signInHost } = places
    const script = copyDeployFile('haproxy/gatehouse.lua', folder, [
      ['127.0.0.1:8081', `127.0.0.1:${questions}`]
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
