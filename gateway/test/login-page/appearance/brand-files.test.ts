import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import t from 'tap'
import { load, problemsOf, type Values } from '../../fixtures/login-page/login-config.ts'
import { buildWoff2 } from '../../fixtures/repository/woff2.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000500000002808060000', 'hex')
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"/>'

t.test('brand files: each image type is accepted, but not with the extension of another', async (t) => {
  const kinds: Record<string, Buffer | string> = {
    svg: `\ufeff<?xml version="1.0"?>\n<!-- <b> -->\n<!DOCTYPE svg PUBLIC "-//W3C" "x" [<!ENTITY a "b">]>\n${SVG}`,
    png: PNG,
    jpg: Buffer.from('ffd8ffe000104a464946', 'hex'),
    webp: Buffer.from('52494646100000005745425056503820', 'hex'),
    ico: Buffer.from('000001000100101000000000', 'hex')
  }
  const folder = t.testdir()
  for (const [ending, content] of Object.entries(kinds)) {
    const file = join(folder, `good.${ending}`)
    writeFileSync(file, content)
    t.same(problemsOf(load({ brand: { logo: file } })), [], ending)
    for (const other of Object.keys(kinds).filter((one) => one !== ending)) {
      const wrong = join(folder, `${ending}-as.${other}`)
      writeFileSync(wrong, content)
      t.match(
        problemsOf(load({ brand: { logo: wrong } })),
        [{ path: 'login.brand.logo', message: /content is not an? \w+/ }],
        `${ending} as ${other}`
      )
    }
  }
  writeFileSync(join(folder, 'LOGO.JPEG'), kinds.jpg ?? '')
  t.same(problemsOf(load({ brand: { logo: join(folder, 'LOGO.JPEG') } })), [], 'JPEG in capitals')
})

t.test('brand files: a font may have 200 kB, a larger or incomplete one is refused', async (t) => {
  const folder = t.testdir()
  const font = buildWoff2()
  const problemsWith = (content: Buffer, name = 'font.woff2') => {
    writeFileSync(join(folder, name), content)
    return problemsOf(load({ theme: { fontFile: join(folder, name) } }))
  }
  t.same(problemsWith(font), [])
  const path = 'login.theme.fontFile'
  const incomplete: Record<string, Buffer> = {
    'the signature alone': Buffer.from('wOF2'),
    'another signature': Buffer.concat([Buffer.from('wOFF'), font.subarray(4)]),
    'a byte too few': font.subarray(0, -1),
    'a byte too many': Buffer.concat([font, Buffer.alloc(1)])
  }
  for (const [name, content] of Object.entries(incomplete))
    t.match(problemsWith(content), [{ path, message: /WOFF2 font/, hint: /pyftsubset/ }], name)
  t.match(problemsWith(Buffer.concat([font, Buffer.alloc(200 * 1024)])), [
    { path, message: /more than 200 kB/ }
  ])
  t.match(problemsWith(font, 'font.ttf'), [{ path, message: /wrong form/ }])
})

t.test('brand files: HTML with an SVG, a compressed SVG and UTF-16 are refused as SVG', async (t) => {
  const folder = t.testdir()
  const contents = [
    `<html>${SVG}</html>`,
    Buffer.from('1f8b0800', 'hex'),
    Buffer.from(`\ufeff${SVG}`, 'utf16le')
  ]
  for (const [index, content] of contents.entries()) {
    const file = join(folder, `${index}.svg`)
    writeFileSync(file, content)
    t.equal(problemsOf(load({ brand: { logo: file } })).length, 1, String(index))
  }
})

t.test('brand files: every key that names a file is checked', async (t) => {
  const missing = '/nowhere/x.svg'
  const acme = (own: Values) => ({ hosts: { 'app.example.com': own } })
  const rows: readonly [Values, string][] = [
    [{ brand: { logo: missing } }, 'login.brand.logo'],
    [{ brand: { logoDark: missing } }, 'login.brand.logoDark'],
    [{ brand: { favicon: missing } }, 'login.brand.favicon'],
    [{ brand: { background: missing } }, 'login.brand.background'],
    [{ theme: { fontFile: '/nowhere/x.woff2' } }, 'login.theme.fontFile'],
    [acme({ theme: { fontFile: '/nowhere/x.woff2' } }), 'login.hosts.app.example.com.theme.fontFile'],
    [{ theme: { cssFile: missing } }, 'login.theme.cssFile'],
    [{ providers: [{ id: 'google.com', icon: missing }] }, 'login.providers[0].icon'],
    [acme({ brand: { logo: missing } }), 'login.hosts.app.example.com.brand.logo'],
    [acme({ brand: { favicon: missing } }), 'login.hosts.app.example.com.brand.favicon']
  ]
  for (const [login, path] of rows) {
    t.match(problemsOf(load(login)), [
      { path, message: 'names a file that cannot be read (ENOENT)', hint: /^Looked for \/nowhere\/x\.\w+\.$/ }
    ])
  }
})

t.test('brand files: size limits are exact, empty files and folders are refused', async (t) => {
  const folder = t.testdir({ 'folder.svg': {}, 'empty.css': '' })
  const write = (name: string, content: Buffer) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const image = (bytes: number) => Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)])
  const logo = (file: string) => problemsOf(load({ brand: { logo: file } }))
  const css = (file: string) => problemsOf(load({ theme: { cssFile: file } }))
  t.same(logo(write('most.png', image(256 * 1024))), [])
  t.match(logo(write('more.png', image(256 * 1024 + 1))), [{ message: 'names a file of more than 256 kB' }])
  t.same(css(write('most.css', Buffer.alloc(64 * 1024, ' '))), [])
  t.match(css(write('more.css', Buffer.alloc(64 * 1024 + 1, ' '))), [
    { path: 'login.theme.cssFile', message: 'names a file of more than 64 kB' }
  ])
  t.match(css(join(folder, 'empty.css')), [{ message: 'is an empty file' }])
  t.match(logo(join(folder, 'folder.svg')), [{ message: 'is not a file' }])
  t.match(css(write('latin1.css', Buffer.from([0x61, 0xe4]))), [{ message: /not UTF-8/ }])
})

t.test('brand files: a relative path starts at the working directory, as for secrets', async (t) => {
  const file = join(t.testdir({ 'logo.svg': SVG }), 'logo.svg')
  t.same(problemsOf(load({ brand: { logo: relative(process.cwd(), file) } })), [])
  t.equal(problemsOf(load({ brand: { logo: 'logo.svg' } })).length, 1, 'not relative to that file')
})

t.test('brand files: a stylesheet that loads from elsewhere is refused (ASVS 1.3.5)', async (t) => {
  const folder = t.testdir()
  const check = (css: string) => {
    writeFileSync(join(folder, 'own.css'), css)
    return problemsOf(load({ theme: { cssFile: join(folder, 'own.css') } }))
  }
  const refused = [
    ...['@import "a.css";', '@IMPORT url(a.css);', '@\\69mport "a.css";', '@im\\port "a.css";'],
    ...['/* */@import/**/"a.css";', 'a { background: url(https://evil.example/a.png) }'],
    ...['a { background: url( "http://evil.example/a.png" ) }'],
    "a { background: url('//evil.example/a.png') }",
    'a { background: URL(HTTPS://evil.example) }',
    'a { background: url(\\68ttps://evil.example) }',
    'a { background: url(data:image/png;base64,AA==), url(https://evil.example) }',
    'a { background: image-set("a.png" 1x, "https://evil.example/a.png" 2x) }',
    'a { background: -webkit-image-set("https://evil.example/a.png" 2x) }',
    '@font-face { src: url(ftp://evil.example/a.woff2) }'
  ]
  for (const css of refused) {
    const problems = check(css)
    t.match(problems, [{ path: 'login.theme.cssFile', message: /@import|another site/ }], css)
  }
  const passes = [
    '/* @import "a.css"; https://example.com */ a { color: red }',
    'a { background: url(data:image/png;base64,AA==) }',
    `a { background: url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>") }`,
    'a { background: url(/brand/a.png) }',
    'a::after { content: "see https://example.com" }',
    'a:hover { --x: 1 }'
  ]
  for (const css of passes) t.same(check(css), [], css)
})
