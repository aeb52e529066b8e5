import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, normalizePath, type Plugin, type Rolldown, type UserConfig } from 'vite'

type CodeSplitting = NonNullable<Rolldown.OutputOptions['codeSplitting']>

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Writes a `.br` and a `.gz` twin beside every script and stylesheet, so that the gateway never compresses. */
function compressAhead(): Plugin {
  return {
    name: 'gatehouse-compress-ahead',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name))
      await Promise.all(
        files.map(async (name) => {
          const path = join(dir, name)
          const content = await readFile(path)
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
          await writeFile(`${path}.br`, await toBrotli(content, { params }))
          await writeFile(`${path}.gz`, await toGzip(content, { level: constants.Z_BEST_COMPRESSION }))
        })
      )
    }
  }
}

/** What React looks for in browsers to no end here: its developer tools, and a timer that they do not have. */
const withoutInReact = { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined', setImmediate: 'undefined' }

/**
 * Removes the exports of React's packages that neither the page nor React's renderer uses: they are CommonJS, of which bundlers keep
 * all. Sources import React's names from `react` alone, so they are found by their text.
 */
function withoutUnusedReact(): Plugin {
  const used = new Set<string>()
  return {
    name: 'gatehouse-without-unused-react',
    apply: 'build',
    async buildStart() {
      const folder = join(import.meta.dirname, 'src')
      const names = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
      const sources = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
      const renderer = join(
        import.meta.dirname,
        '../node_modules/react-dom/cjs/react-dom-client.production.js'
      )
      const reads = (await readFile(renderer, 'utf8')).matchAll(/\b(?:React|ReactDOM|Scheduler)\.(\w+)/g)
      for (const [, name = ''] of reads) used.add(name)
      for (const [, list = ''] of sources.join().matchAll(/\{([^{}]*)\} from 'react'/g))
        for (const name of list.split(',')) used.add(name.trim())
    },
    transform: {
      filter: { id: /[/\\]cjs[/\\](?:react|react-dom|scheduler)\.production\.js$/ },
      handler(code) {
        const parts: string[] = []
        for (const { type, start, end } of this.parse(code).body) {
          const statement = code.slice(start, end)
          const name = /^exports\.(\w+) =/.exec(statement)?.[1]
          if (type !== 'ExpressionStatement' || name === undefined || used.has(name)) parts.push(statement)
        }
        return { code: parts.join('\n'), map: null }
      }
    }
  }
}

/** Puts what the gateway adds to the head behind the page's own stylesheet, so that themes and operators have the last word. */
function placeHeadLast(): Plugin {
  const mark = '__GATEHOUSE_HEAD__'
  return {
    name: 'gatehouse-place-head-last',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(new RegExp(`\\s*${mark}`), '').replace('</head>', `  ${mark}\n  </head>`)
    }
  }
}

/**
 * Loads files with `import()` alone. Vite's own helper would link the page's stylesheet again, which is in the HTML already: after
 * the theme, whose rules it would undo.
 */
function importPlainly(): Plugin {
  return {
    name: 'gatehouse-import-plainly',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => 'export const __vitePreload = (load) => load()'
    },
    // Where Vite would write the list of those files.
    renderChunk: (code) => code.replaceAll('__VITE_PRELOAD__', '[]')
  }
}

/** Writes the styles that come with later screens to files too, which the gateway puts into pages that begin with such a screen. */
function writeLaterStyles(): Plugin {
  return {
    name: 'gatehouse-write-later-styles',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /[/\\]styles[/\\][\w-]+\.css\?inline$/ },
      handler(code, id) {
        const source: unknown = JSON.parse(code.replace('export default ', ''))
        const originalFileName = id.replace('?inline', '')
        this.emitFile({
          type: 'asset',
          name: basename(originalFileName),
          originalFileName,
          source: String(source)
        })
      }
    }
  }
}

/** Takes the path of this machine out of the manifest, where Vite names stylesheets that are imported by their address. */
function nameSourcesAlike(): Plugin {
  return {
    name: 'gatehouse-name-sources-alike',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const path = join(dir, '.vite', 'manifest.json')
      const content = await readFile(path, 'utf8')
      await writeFile(path, content.replaceAll(`${normalizePath(import.meta.dirname)}/`, ''))
    }
  }
}

/** Names the page's script to the prelude, which loads it after the first paint, instead of to the browser. */
function loadAfterPaint(): Plugin {
  return {
    name: 'gatehouse-load-after-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(
          /<script type="module"[^>]* src="([^"]+)"><\/script>/,
          '<link rel="after-paint" href="$1">'
        )
    }
  }
}

/** Puts the prelude into the head as one classic script, which runs before any file is loaded. */
function inlinePrelude(): Plugin {
  return {
    name: 'gatehouse-inline-prelude',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const code = await buildPrelude()
        return html.replace('<!--prelude-->', () => `<script>${code}</script>`)
      }
    }
  }
}

async function buildPrelude(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'src/prelude/prelude.ts'),
        output: { format: 'iife' }
      }
    }
  })
  const [chunk] = 'output' in built ? built.output : []
  if (chunk === undefined) throw new Error('the prelude was not built')
  // A tag would end the element, and a line end could be another character than in the hash.
  if (/<\/|<!--|\r/.test(chunk.code)) throw new Error('the prelude does not fit into HTML')
  return chunk.code.trim()
}

/**
 * What signs in before the page is there. The flows use the same modules, and load them from that file; so does what is too small for
 * one of its own.
 */
const earlySignIn = [
  'auth/app-check.ts',
  'auth/direct-sign-in.ts',
  'auth/session.ts',
  'lib/add-styles.ts',
  'lib/departure.ts',
  'lib/email.ts',
  'lib/last-used-way.ts',
  'lib/open-channel.ts',
  'lib/redirect-loop.ts',
  'lib/tab-storage.ts',
  'prelude/early-sign-in.ts'
]

/** What all flows stand on: a file beside that of the first ones, which would be too large with it. */
const flowBase = [
  'auth/id-token.ts',
  'auth/provider-language.ts',
  'auth/wrong-code.ts',
  'flows/context/attempts.ts',
  'flows/context/flow-context.ts',
  'flows/kept.ts',
  'flows/last-used.ts',
  'flows/sign-in/credentials.ts',
  'lib/browser.ts',
  'lib/channel.ts',
  'lib/factor-detail.ts',
  'lib/language-switch.ts',
  'lib/phone-number.ts',
  'lib/typing.ts',
  'ui/given.tsx'
]

/** Choosing a password, on the login page and on the account page. */
const newPassword = ['auth/password-policy.ts', 'ui/new-password-field.tsx']

/** What the overview of the account and its other pages share. */
const accountParts = [
  'account/changes/change.ts',
  'account/contract.ts',
  'account/overview/section.tsx',
  'account/screens/guarded.tsx',
  'account/task.tsx'
]

/** Lists of what an account has. */
const accountRows = ['account/rows/list-row.tsx', 'account/rows/list-scope.tsx']

function listedIn(paths: readonly string[]): (id: string) => boolean {
  const listed = new Set(paths.map((path) => join(import.meta.dirname, 'src', path)))
  return (id) => listed.has(id)
}

/**
 * What is needed at first is two files: React, which browsers keep through releases that leave its version alone and use no more
 * of it, and the rest. More of them are more bytes and, found one by one, more time.
 */
const chunks: CodeSplitting = {
  groups: [
    { name: 'early-sign-in', test: listedIn(earlySignIn), priority: 3 },

    { name: 'react', test: /node_modules[/\\](?:react|react-dom|scheduler)[/\\]/, priority: 2 },
    { name: 'main', tags: ['$initial'], priority: 1 },
    // Not in a file with parts of the account, which the login page would load with them.
    { name: 'problems', test: listedIn(['auth/blocking.ts', 'auth/errors.ts']), priority: 0 },
    { name: 'way-icons', test: listedIn(['ui/way-icons.tsx']), priority: 0 },
    { name: 'account-parts', test: listedIn(accountParts), priority: 0 },
    { name: 'account-rows', test: listedIn(accountRows), priority: 0 },
    { name: 'flow-base', test: listedIn(flowBase), priority: 0 },
    { name: 'new-password', test: listedIn(newPassword), priority: 0 }
  ]
}

/** `light-dark()` must reach the browser as written: its lowered form needs far more CSS. */
const lightDarkBrowsers = ['chrome123', 'firefox121', 'safari17.5', 'ios17.5']

/** What visitors load. */
const forBrowsers: UserConfig = {
  base: '/_auth/assets/',
  publicDir: false,
  define: withoutInReact,
  plugins: [
    react(),
    withoutUnusedReact(),
    compressAhead(),
    importPlainly(),
    writeLaterStyles(),
    nameSourcesAlike(),
    inlinePrelude(),
    loadAfterPaint(),
    placeHeadLast()
  ],
  build: {
    outDir: '../dist/login-ui',
    emptyOutDir: true,
    assetsDir: '',
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    cssTarget: lightDarkBrowsers,
    modulePreload: false,
    rolldownOptions: {
      input: [
        join(import.meta.dirname, 'index.html'),
        join(import.meta.dirname, 'src/prelude/early-sign-in.ts')
      ],
      // Hashes do not compress: fewer letters of them.
      output: { codeSplitting: chunks, hashCharacters: 'hex' }
    },
    // An inlined data: URL would fall outside `style-src 'self'` and `script-src 'self'`.
    assetsInlineLimit: 0
  }
}

/** The gallery of `gatehouse preview`: a build of its own, of which nothing is in the files for visitors. */
const gallery: UserConfig = {
  base: '/_auth/assets/',
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: '../dist/login-ui-gallery',
    emptyOutDir: true,
    assetsDir: '',
    sourcemap: false,
    target: 'es2022',
    cssTarget: lightDarkBrowsers,
    modulePreload: false,
    rolldownOptions: { input: join(import.meta.dirname, 'gallery.html') }
  }
}

/** What the gateway loads to render ahead: one file with React inside, so that nothing else must be installed. */
const forTheGateway: UserConfig = {
  publicDir: false,
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/entry-server.tsx',
    outDir: '../dist/login-ui-server',
    emptyOutDir: true,
    sourcemap: false,
    target: 'node20',
    minify: true,
    rolldownOptions: { output: { codeSplitting: false } }
  }
}

export default defineConfig(({ isSsrBuild, mode }) => {
  if (mode === 'gallery') return gallery
  return isSsrBuild ? forTheGateway : forBrowsers
})
