import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../test/fixtures/processes/find-program.ts'
import type { Package } from '../../test-examples/samples.ts'
import { FILE_SERVERS } from './file-servers.ts'
import { words } from './parts.ts'
import { HANDLERS, PLAIN_TARGETS } from './rule-sets.ts'
import type { Server } from './server.ts'

const NPM_INSTALL = ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent'] as const

const NODE: Package = {
  name: 'Node frameworks',
  folder: 'gateway/test-applications/servers/node-frameworks',
  tools: ['npm'],
  prepare: [NPM_INSTALL]
}

const onNode = (name: string, ofScript: string): Server => ({
  name,
  project: NODE,
  start: (port, { project, site }) => ({
    program: process.execPath,
    args: [join(project, 'server.mjs'), ofScript, String(port), site]
  })
})

/** Of a package of `NODE`. */
const byPackage = (name: string, script: string, args: (port: number, site: string) => string[]): Server => ({
  name,
  project: NODE,
  start: (port, { project, site }) => ({
    program: process.execPath,
    args: [join(project, 'node_modules', script), ...args(port, site)]
  })
})

const PYTHON: Package = {
  name: 'Python frameworks',
  folder: 'gateway/test-applications/servers/python-frameworks',
  tools: ['python3'],
  prepare: [
    ['python3', '-m', 'venv', '.venv'],
    [
      '.venv/bin/pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--requirement',
      'requirements.txt'
    ]
  ]
}

/** `args` name the address and the application. */
const onPython = (name: string, program: string, args: (port: number) => string[]): Server => ({
  name,
  project: PYTHON,
  start: (port, { project, site }) => ({
    program: join(project, '.venv/bin', program),
    args: args(port),
    env: { PYTHONPATH: project, SITE: site }
  })
})

const gunicorn = (module: string) => (port: number) => {
  const options = ['--threads', '16', '--log-level', 'error', '--worker-tmp-dir', '/dev/shm']
  return ['--bind', `127.0.0.1:${port}`, ...options, `${module}:application`]
}

const GO: Package = {
  name: 'Go routers',
  folder: 'gateway/test-applications/servers/go-routers',
  tools: ['go'],
  // Without what gin only needs for MessagePack, it builds in half the time.
  prepare: [['go', 'build', '-tags', 'nomsgpack', '-o', 'application', '.']]
}

const onGo = (name: string, router: string): Server => ({
  name,
  project: GO,
  start: (port, { project, site }) => ({
    program: join(project, 'application'),
    args: [router, `127.0.0.1:${port}`, join(site, 'files')]
  })
})

const NEXT: Server = {
  name: 'Next.js',
  framework: 'nextjs',
  project: {
    name: 'Next.js',
    folder: 'gateway/test-applications/servers/next-application',
    tools: ['npm'],
    prepare: [
      NPM_INSTALL,
      [process.execPath, 'node_modules/next/dist/bin/next', 'build'],
      ['cp', '-r', '.next/static', '.next/standalone/.next/static'],
      ['cp', '-r', 'public', '.next/standalone/public']
    ]
  },
  handlers: [...HANDLERS, { name: 'adm2', rule: '/adm2', path: '/adm2' }],
  // Refused, as it could be the page `/files/report`, which the rule for `report.pdf` covers.
  plainTargets: PLAIN_TARGETS.filter((target) => target !== '/files/report.txt'),
  oddTargets: ['/%68ello'],
  start: (port, { project }) => ({
    program: process.execPath,
    args: [join(project, '.next/standalone/server.js')],
    env: { PORT: String(port), HOSTNAME: '127.0.0.1', NODE_ENV: 'production' }
  }),
  more(project) {
    const build = readFileSync(join(project, '.next/BUILD_ID'), 'utf8')
    const manifest = readFileSync(join(project, '.next/server/server-reference-manifest.json'), 'utf8')
    const actions = Object.keys(JSON.parse(manifest).node)
    const targets = words(`
      /_next/data/${build}PLAIN.json /_next/data/xPLAIN.json /_next/data/${build}/PLAIN.json /_next/data/${build}PLAIN.json?x
      /_next/data/${build}%2fREST.json /_next//data/${build}PLAIN.json /_NEXT/data/${build}PLAIN.json /en/_next/data/${build}PLAIN.json
      PLAIN?_rsc=1 PLAIN.rsc PLAIN.txt PLAIN.segments/_tree.segment.rsc PLAIN.segments/_full.segment.rsc PLAIN.segments/_index.segment.rsc
      /_next/image?url=/admin/photo.png&w=32&q=75 /_next/image?url=%2Fadmin%2Fphoto.png&w=32&q=75 /_next/image/?url=/admin/photo.png&w=32&q=75
      /_next/image?w=32&q=75&url=%2Fadmin%2Fphoto.png /_next/image?url=http%3A%2F%2F<host>%2Fadmin%2Fphoto.png&w=32&q=75
      /_next/static/../serverPLAIN /_next/serverPLAIN.html /_next/server/appPLAIN.html /_next/server/appPLAIN.rsc /.next/server/appPLAIN.html
    `)
    const forms = ['text/plain;charset=UTF-8', 'multipart/form-data; boundary=x']
    return [
      ...targets.map((target) => ({ kind: 'Next.js', target })),
      ...['PLAIN', 'PUBLIC', '/', '/hello', '/missing', 'PUBLIC?x', '/%68ello', '/files/report.txt'].flatMap(
        (target) =>
          actions.flatMap((id) => [
            ...forms.map((type) => ({
              kind: 'server action',
              method: 'POST',
              target,
              headers: { 'next-action': id, 'content-type': type, accept: 'text/x-component' },
              body: type.startsWith('text')
                ? '[]'
                : `--x\r\nContent-Disposition: form-data; name="0"\r\n\r\n[]\r\n--x--\r\n`
            })),
            {
              kind: 'server action of a form',
              method: 'POST',
              target,
              headers: { 'content-type': 'multipart/form-data; boundary=x' },
              body: `--x\r\nContent-Disposition: form-data; name="$ACTION_ID_${id}"\r\n\r\n\r\n--x--\r\n`
            }
          ])
      ),
      ...[
        'x-nextjs-data',
        'rsc',
        'next-router-prefetch',
        'x-matched-path',
        'x-middleware-rewrite',
        'x-invoke-path'
      ].map((name) => ({
        kind: 'Next.js',
        target: 'PUBLIC',
        headers: { [name]: 'PLAIN' }
      }))
    ]
  }
}

const REACT_ROUTER: Server = {
  name: 'React Router',
  framework: 'react-router',
  project: {
    name: 'React Router',
    folder: 'gateway/test-applications/servers/react-router-application',
    tools: ['npm'],
    prepare: [NPM_INSTALL, [process.execPath, 'node_modules/@react-router/dev/bin.js', 'build']]
  },
  oddTargets: ['/%68ello'],
  start: (port, { project }) => ({
    program: process.execPath,
    args: [join(project, 'node_modules/@react-router/serve/bin.js'), join(project, 'build/server/index.js')],
    env: { PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production' },
    folder: project
  }),
  more: () =>
    words(`
      PLAIN.data PLAIN.data?_routes=routes%2Fsecret PLAIN/.data PLAIN/_.data PLAIN.data/ PLAIN.DATA /_root.data PUBLIC.data?_routes=secret
      PUBLIC?_data=secret PUBLIC?_data=routes%2Fsecret PLAIN?_data=secret PUBLIC?index&_data=secret /__manifest?paths=PLAIN PUBLIC.data/../..PLAIN.data
    `).map((target) => ({ kind: 'React Router', target }))
}

const onRuby = (name: string, configuration: string, library: string): Server => ({
  name,
  project: {
    name: `Ruby with ${name}`,
    folder: 'gateway/test-applications/servers/ruby-frameworks',
    tools: ['ruby', 'puma'],
    probe: ['ruby', '-e', `require "${library}"`],
    prepare: []
  },
  start: (port, { project, site }) => ({
    program: findProgram('PUMA_PATH', 'puma') ?? '',
    args: ['--quiet', '--bind', `tcp://127.0.0.1:${port}`, '--threads', '1:16', join(project, configuration)],
    env: { SITE: site, RACK_ENV: 'production', RAILS_ENV: 'production' }
  })
})

const COPY_JARS = 'org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies'

const JAVA: Package = {
  name: 'Java servers',
  folder: 'gateway/test-applications/servers/java-servers',
  tools: ['java', 'javac', 'mvn'],
  prepare: [
    ['mvn', '--quiet', '--batch-mode', COPY_JARS, '-DoutputDirectory=lib'],
    ['javac', '-encoding', 'UTF-8', '-cp', 'lib/*', '-d', 'classes', 'Main.java']
  ]
}

const onJava = (name: string, server: string): Server => ({
  name,
  project: JAVA,
  start: (port, { project, site, scratch }) => ({
    program: findProgram('JAVA_PATH', 'java') ?? '',
    args: [
      ...['-XX:TieredStopAtLevel=1', '-Dfile.encoding=UTF-8', '-cp', `${project}/classes:${project}/lib/*`],
      ...['Main', server, String(port), scratch]
    ],
    env: { SITE: site }
  })
})

export const SERVERS: readonly Server[] = [
  onNode('Node', 'plain'),
  onNode('Express 4', 'express-4'),
  onNode('Express 5', 'express-5'),
  onNode('Fastify', 'fastify'),
  onNode('Koa', 'koa'),
  onNode('Hono', 'hono'),
  byPackage('http-server', 'http-server/bin/http-server', (port, site) => [
    site,
    '-a',
    '127.0.0.1',
    '-p',
    String(port),
    '-s'
  ]),
  byPackage('serve', 'serve/build/main.js', (port, site) => [
    site,
    '-l',
    `tcp://127.0.0.1:${port}`,
    '--no-clipboard',
    '-L',
    '-n'
  ]),
  onPython('Django', 'gunicorn', gunicorn('django_application')),
  onPython('Flask', 'gunicorn', gunicorn('flask_application')),
  onPython('FastAPI', 'uvicorn', (port) => [
    ...['--port', String(port), '--log-level', 'critical', 'fastapi_application:application']
  ]),
  onGo('Go net/http', 'net-http'),
  onGo('chi', 'chi'),
  onGo('gin', 'gin'),
  onRuby('Rails', 'rails.ru', 'action_controller/railtie'),
  onRuby('Sinatra', 'sinatra.ru', 'sinatra/base'),
  onJava('JDK HttpServer', 'jdk'),
  onJava('Tomcat', 'tomcat'),
  onJava('Spring Boot', 'spring'),
  ...FILE_SERVERS,
  NEXT,
  REACT_ROUTER
]
