import { createHash } from 'node:crypto'
import t from 'tap'
import { inlineStyle, renderStyle } from '../../src/http/page.ts'

/** The hash of the element text as a browser reads it. */
const hashOf = (html: string) => {
  const text = /^<style>(.*)<\/style>$/s.exec(html)?.[1] ?? ''
  return `sha256-${createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('base64')}`
}

t.test('inline style: CSS is unchanged and gets its hash', async (t) => {
  const style = inlineStyle('.a > .b { color: red }\n')
  t.equal(renderStyle(style), '<style>.a > .b { color: red }\n</style>')
  t.equal(style.hash, hashOf(renderStyle(style)))
})

t.test('inline style: CSS that would close its element is escaped', async (t) => {
  const html = renderStyle(inlineStyle('a::after { content: "</style><script>" }'))
  t.equal(html.match(/<\//g)?.length, 1)
  t.match(html, 'content: "<\\/style><script>"')
})

t.test('inline style: the hash is computed with the line breaks a browser sees', async (t) => {
  const style = inlineStyle('a { }\r\nb { }\rc { }')
  t.equal(style.css, 'a { }\nb { }\nc { }')
  t.equal(style.hash, hashOf(renderStyle(style)))
})
