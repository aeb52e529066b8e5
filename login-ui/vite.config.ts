import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

export default defineConfig({
  base: '/_auth/assets/',
  publicDir: false,
  plugins: [react(), compressAhead()],
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
    // An inlined data: URL would fall outside `style-src 'self'` and `script-src 'self'`.
    assetsInlineLimit: 0
  }
})
