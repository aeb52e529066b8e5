/**
 * Other forms of a path, which servers deliver for the same resource: `/admin.json`, `/admin.html` or `/admin/index.html` for
 * `/admin`, `/admin` for `/admin.html`, and `/admin.php/x` for `/admin.php`. Paths are as in the readings of a request.
 */

/** One that servers add to or remove from an address; not the number of a version. */
const EXTENSION = /(?<=.)\.(?=[^.]*[a-z])[a-z0-9]{1,10}$/
/** Programs that get what follows their name in the address. */
const SCRIPT = /\.(?:php|phtml|cgi|pl|py|rb|aspx?|jspx?)$/
/** What servers deliver for a folder. */
const INDEX = /^(?:index|default)$/

/** Tests whether a reading is another form of a rule's path. `folded`: without a trailing slash. */
export function createFormTest(folded: string, isFolder: boolean): (reading: string) => boolean {
  const at = folded.lastIndexOf('/')
  const name = folded.slice(at + 1)
  const stem = name.replace(EXTENSION, '')
  const parent = quote(folded.slice(0, at))
  const own = `${parent}/${quote(name)}`
  const forms = [
    ...(name === '' ? [] : [`${own}\\.`]),
    ...(stem === name ? [] : [`${own}/`, `${parent}/${quote(stem)}(?:$${SCRIPT.test(name) ? '|/' : ''})`]),
    ...(isFolder ? [] : [`${name === '' ? '' : own}/(?:index|default)(?:$|[./])`]),
    ...(!isFolder && INDEX.test(stem) ? [`${parent === '' ? '/' : parent}$`] : [])
  ]
  const form = new RegExp(`^(?:${forms.join('|') || '(?!)'})`)
  return (reading) => form.test(reading)
}

/** What all forms of a segment begin with: the segment up to its first dot, unless that is its first character. */
export function stemOf(segment: string): string {
  const dot = segment.indexOf('.', 1)
  return dot === -1 ? segment : segment.slice(0, dot)
}

/** The stems of a rule's path; the folder instead of its index. Forms of the path are there or below. */
export function stemsOf(folded: string): readonly string[] {
  const stems = folded === '/' ? [] : folded.slice(1).split('/').map(stemOf)
  return INDEX.test(stems.at(-1) ?? '') ? stems.slice(0, -1) : stems
}

function quote(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
