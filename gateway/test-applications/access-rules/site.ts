import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HANDLERS, markerOf } from './rule-sets.ts'

/** Pages for servers of files, at the paths of `HANDLERS` with `.html`, and public ones. */
export function writeSite(folder: string): void {
  for (const { name, path } of HANDLERS) writePage(folder, path, markerOf(name))
  const pages = [
    '/index',
    '/public/page',
    '/hello',
    '/administration',
    '/secrets',
    '/grün/wiese',
    '/a/b/open',
    '/files/report.txt'
  ]
  const odd = [
    '/files/my report.txt',
    '/files/a+b.txt',
    '/files/100%.txt',
    '/files/a&b.txt',
    '/files/a;b.txt'
  ]
  for (const path of [...pages, ...odd]) writePage(folder, path, `PUBLIC ${path}`)
  // Beside the pages for Apache alone, which runs it.
  const tool = `#!/bin/sh\nprintf 'Content-Type: text/plain\\r\\n\\r\\n${markerOf('tool')}'\n`
  writeFileSync(join(folder, 'tool.cgi'), tool, { mode: 0o755 })
}

function writePage(folder: string, path: string, text: string): void {
  const file = join(folder, path.includes('.') ? path : `${path}.html`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
