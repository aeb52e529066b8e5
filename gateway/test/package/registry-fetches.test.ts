import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { packagePath } from '../../src/config/package-files.ts'
import { words } from '../fixtures/words.ts'

/** What fetches a package from a registry by name. The words after a program are its subcommands that do. */
const FETCHERS: readonly RegExp[] = [
  /\b(?:npx|pnpx|bunx)\b/g,
  /\bnpm\s+(?:-\S+\s+)*(?:a|add|c|create|exec|i|in|init|ins|install|it|link|ln|up|update|upgrade|x)\b/g,
  /\b(?:yarn|pnpm|bun)\s+(?:-\S+\s+)*(?:add|create|dlx|exec|global\s+add|i|install|x)\b/g,
  /\bdeno\s+(?:add|install|run)\b/g
]
/** Where a command ends in a shell, in a program or in a sentence. */
const END = /[\n`();|&<]|\s#|\w[.!?]\s/
/** Flags of npx and `npm exec` that prevent fetching. */
const FETCHES_NOTHING = new Set(['--no', '--no-install', '--yes=false'])
/** Addresses of registries and mirrors, imports, and dependencies of a manifest. */
const BY_ADDRESS: readonly RegExp[] = [
  /\b(?:registry\.npmjs\.org|npmjs\.com\/package|unpkg\.com|esm\.sh|skypack\.dev|jsdelivr\.net\/npm)\/gatehouse\b(?!-)/gi,
  /\b(?:from|import|require)\s*\(?\s*['"](?:npm:)?gatehouse(?:\/[^'"]*)?['"]/gi,
  /"gatehouse"\s*:\s*"(?:npm:[^"]*|latest|\*|[\^~<>=v]*\d[^"]*)"/gi
]

/**
 * The commands, addresses and dependencies in a text by which `gatehouse` would come from a public
 * registry, where the name belongs to another owner. Empty: none.
 */
function findRegistryFetches(text: string): string[] {
  const joined = text.replaceAll(/\\\n\s*/g, ' ')
  const commands = FETCHERS.flatMap((fetcher) => [...joined.matchAll(fetcher)]).map(({ index }) =>
    (joined.slice(index).split(END, 1)[0] ?? '').trim()
  )
  return [
    ...commands.filter(isFetchByName),
    ...BY_ADDRESS.flatMap((address) => [...joined.matchAll(address)].map(([found]) => found))
  ]
}

/** Also of an array of arguments, such as those of `spawn`. */
function isFetchByName(command: string): boolean {
  const words = command.split(/[\s'",[\]]+/).filter((word) => word !== '')
  const isLocal = words.some((word) => FETCHES_NOTHING.has(word))
  return (
    !isLocal && words.some((word) => /^(--package=|-p=)?(npm:)?gatehouse(@[\w.^~<>=*-]*)?[.…]?$/.test(word))
  )
}

const read = (path: string) => readFileSync(packagePath(path), 'utf8')
const skip = existsSync(packagePath('.git')) ? false : 'needs a clone'
/** A package that anyone may publish under this name; written so that the search does not find it here. */
const STRANGER = 'gatehouse'

t.test('package: its name is in a scope of its own, and only a workflow can publish it', async (t) => {
  const { name, publishConfig } = JSON.parse(read('package.json'))
  t.match(name, new RegExp(`^@[a-z-]+/${STRANGER}$`))
  t.same(publishConfig, { access: 'public', provenance: true }, 'which npm refuses outside of one')
  t.equal(JSON.parse(read('package-lock.json')).name, name)
})

t.test('package: no file of the repository fetches a package by its name', { skip }, async (t) => {
  const listed = execFileSync('git', ['grep', '--untracked', '-zIl', ''], {
    cwd: packagePath(),
    encoding: 'utf8'
  })
  const paths = listed.split('\0').filter((path) => path !== '' && !path.startsWith('bench/results/'))
  for (const known of words`
    README.md CHANGELOG.md config/gatehouse.example.yaml deploy/Dockerfile deploy/gatehouse.service
    deploy/helm/gatehouse/values.yaml deploy/kubernetes.yaml gateway/COMMANDS.md
    gateway/src/shared-state/store-client.ts login-ui/locales/en.json
  `)
    t.ok(paths.includes(known), known)
  const found = paths.flatMap((path) => findRegistryFetches(read(path)).map((fetch) => `${path}: ${fetch}`))
  t.same(found, [])
})

t.test('package: lines that fetch it by name are found, installing from a file is not', async (t) => {
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
    `"dependencies": { "${STRANGER}": "^1.0.0" }`,
    `import { start } from '${STRANGER}'`,
    `https://unpkg.com/${STRANGER}@1.0.0/dist/main.js`,
    `https://www.npmjs.com/package/${STRANGER}`
  ])
    t.equal(findRegistryFetches(line).length, 1, line)
  for (const line of [
    `npx --no ${STRANGER} keys generate`,
    `npx @${STRANGER}-gateway/${STRANGER} start`,
    `npm install --global @${STRANGER}-gateway/${STRANGER}@1.0.0`,
    `./node_modules/.bin/${STRANGER} start`,
    `npm install ./gatehouse-gateway-gatehouse-1.0.0.tgz`,
    `npm install --global ../${STRANGER}/gatehouse-gateway-gatehouse-1.0.0.tgz`,
    `npx tsc -b && node dist/main.js ${STRANGER}`,
    `npm install ioredis@6   # beside ${STRANGER}`,
    `cd ${STRANGER} && npm run demo`,
    `docker run --rm ${STRANGER} keys generate`,
    `"bin": { "${STRANGER}": "dist/bundle/main.js" }`,
    `the npm package of ${STRANGER}`,
    `npx passes no signals on. Start ${STRANGER} itself.`
  ])
    t.same(findRegistryFetches(line), [], line)
})
