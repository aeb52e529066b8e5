import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

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

/** What visitors load. */
const forBrowsers: UserConfig = {
  base: '/_auth/assets/',
  publicDir: false,
  plugins: [react(), compressAhead(), placeHeadLast()],
  build: {
    outDir: '../dist/login-ui',
    emptyOutDir: true,
    assetsDir: '',
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    // light-dark() must reach the browser as written: its lowered form needs far more CSS.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5', 'ios17.5'],
    modulePreload: false,
    // One file for everything that is needed at first: more of them are more bytes and, found one by one, more time.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'main', tags: ['$initial'] }] } } },
    // An inlined data: URL would fall outside `style-src 'self'` and `script-src 'self'`.
    assetsInlineLimit: 0
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

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? forTheGateway : forBrowsers))
