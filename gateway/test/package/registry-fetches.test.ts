import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { PREVIEW_NEEDS, startPreview } from '../../plugins/preview/preview.ts'
import { loadConfig } from '../../src/config/load.ts'
import { packagePath } from '../../src/config/package-files.ts'
import { runCommand } from '../fixtures/commands/command-run.ts'
import { findRegistryFetches } from '../fixtures/provider/registry-fetches.ts'

const read = (path: string) => readFileSync(packagePath(path), 'utf8')
const skip = existsSync(packagePath('.git')) ? false : 'needs a clone'
/** A package that anyone may publish under this name; written so that the search does not find it here. */
const STRANGER = 'gatehouse'

t.test('package: its name is one that no registry accepts for new packages, and it is private', async (t) => {
  const { name, private: isPrivate } = JSON.parse(read('package.json'))
  t.equal(isPrivate, true)
  t.match(name, /[A-Z]/, 'https://docs.npmjs.com/cli/v11/configuring-npm/package-json#name')
  t.not(name.toLowerCase(), STRANGER, 'scanners that ignore case do not confuse it with another package')
  t.equal(JSON.parse(read('package-lock.json')).name, name)
})

t.test('package: no file of the repository fetches a package by its name', { skip }, async (t) => {
  const listed = execFileSync('git', ['grep', '--untracked', '-zIl', ''], {
    cwd: packagePath(),
    encoding: 'utf8'
  })
  const paths = listed.split('\0').filter((path) => path !== '' && !path.startsWith('bench/results/'))
  for (const known of [
    'README.md',
    'CHANGELOG.md',
    'config/gatehouse.example.yaml',
    'deploy/Dockerfile',
    'deploy/gatehouse.service',
    'deploy/helm/gatehouse/values.yaml',
    'deploy/kubernetes.yaml',
    'gateway/COMMANDS.md',
    'gateway/src/shared-state/store/store-state.ts',
    'login-ui/locales/en.json'
  ])
    t.ok(paths.includes(known), known)
  const found = paths.flatMap((path) => findRegistryFetches(read(path)).map((fetch) => `${path}: ${fetch}`))
  t.same(found, [])
})

t.test('package: no help text or command output fetches a package by its name', async (t) => {
  const unfinished = { store: { url: 'redis://localhost' }, cookie: {} }
  const shaped = { ...unfinished, publicUrl: 'https://app.example.com', identityPlatform: { projectId: 'p' } }
  const dir = t.testdir({
    'broken.json': JSON.stringify(unfinished),
    'keyless.json': JSON.stringify(shaped)
  })
  const broken = join(dir, 'broken.json')
  const overview = await runCommand(['--help'])
  const names = [...overview.stdout.matchAll(/^ {2}([a-z][a-z-]+) /gm)].map(([, name = '']) => name)
  t.ok(names.includes('keys') && names.includes('check-config'), names.join())
  const groups = await Promise.all(
    names.map(async (name) => ({ name, help: await runCommand([name, '--help']) }))
  )
  const nested = groups.flatMap(
    ({ name, help }) =>
      /Commands:\n([\s\S]*)/
        .exec(help.stdout)?.[1]
        ?.match(/^ {2}[a-z-]+/gm)
        ?.map((sub) => [name, sub.trim()]) ?? []
  )
  t.ok(nested.length > 10, `${nested.length} subcommands`)
  const calls = [
    ...nested.map((words) => [...words, '--help']),
    ['wrong-command'],
    ['check-config', '--config', broken],
    ['check-config'],
    ['check-config', '--config', join(dir, 'keyless.json')],
    ['doctor', '--offline', '--config', broken],
    ['doctor', '--offline', '--json'],
    ['start', '--config', broken],
    ['explain', 'GET', '/', '--config', broken],
    ['users', 'list', '--config', broken],
    ['keys', 'generate']
  ]
  const said = [overview, ...groups.map(({ help }) => help)]
  for (const args of calls) said.push(await runCommand(args))
  const text = said.map(({ stdout, stderr }) => `${stdout}\n${stderr}`).join('\n')
  t.match(text, /Make one with `gatehouse keys generate`/, 'includes hints')
  t.same(findRegistryFetches(text), [])
})

t.test('package: no page of the preview fetches a package by its name', async (t) => {
  const loaded = loadConfig({ file: null, env: {} }, PREVIEW_NEEDS)
  if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
  const preview = await startPreview(loaded.config, 0)
  t.teardown(() => preview.close())
  for (const path of ['/', '/login?preview=sign-in', '/login?preview=problem']) {
    const text = await (await fetch(`${preview.url}${path}`)).text()
    t.match(text, /<html/, path)
    t.same(findRegistryFetches(text), [], path)
  }
})

t.test(
  'package: lines that fetch it by name are found, installing from a file or running locally is not',
  async (t) => {
    for (const line of [
      `npx ${STRANGER} keys generate > signature-keys`,
      `1. Run \`npx ${STRANGER}@latest start\`.`,
      `KEYS=$(npx --yes ${STRANGER} keys generate)`,
      `npx -p ${STRANGER} -c '${STRANGER} start'`,
      `npx --package=${STRANGER}@0.1 start`,
      `npm install --global ${STRANGER}   # once`,
      `npm i -g ${STRANGER}`,
      `npm install fastify \\\n  ${STRANGER}`,
      `npm exec -- ${STRANGER} start`,
      `npm init ${STRANGER}`,
      `yarn dlx ${STRANGER} start`,
      `yarn global add ${STRANGER}`,
      `pnpm dlx ${STRANGER} start`,
      `pnpm add ${STRANGER}`,
      `bunx ${STRANGER}`,
      `deno run npm:${STRANGER}`,
      `RUN npm ci && npm install ${STRANGER}`,
      `ENTRYPOINT ["npx", "${STRANGER}", "start"]`,
      `spawn('npx', ['${STRANGER}', 'start'])`,
      `"dependencies": { "${STRANGER}": "^0.2.0" }`,
      `import { start } from '${STRANGER}'`,
      `https://unpkg.com/${STRANGER}@0.2.0/dist/main.js`,
      `https://www.npmjs.com/package/${STRANGER}`
    ])
      t.equal(findRegistryFetches(line).length, 1, line)
    for (const line of [
      `npx --no-install ${STRANGER} keys generate`,
      `./node_modules/.bin/${STRANGER} start`,
      `npm install ./Gatehouse-Gateway-0.2.0.tgz`,
      `npm install --global ../${STRANGER}/Gatehouse-Gateway-0.2.0.tgz`,
      `npx tsc -b && node dist/main.js ${STRANGER}`,
      `npm install ioredis@6   # beside ${STRANGER}`,
      `cd ${STRANGER} && npm run demo`,
      `docker run --rm ${STRANGER} keys generate`,
      `"bin": { "${STRANGER}": "dist/bundle/main.js" }`,
      `the npm package of ${STRANGER}`,
      `npx passes no signals on. Start ${STRANGER} itself.`
    ])
      t.same(findRegistryFetches(line), [], line)
  }
)
