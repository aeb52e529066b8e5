/** The demo page's script: the command of a call, the event stream, WebSocket and upload panels. It holds no data of the request. */
export const PAGE_SCRIPT = `
const find = (id) => document.getElementById(id)
function note(id, text, tone) {
  const line = document.createElement('li')
  line.textContent = text
  if (tone) line.className = tone
  const log = find(id)
  log.append(line)
  while (log.children.length > 200) log.firstChild.remove()
  log.scrollTop = log.scrollHeight
}

let events = null
find('events-toggle').addEventListener('click', () => {
  if (events) return stopEvents('stopped')
  events = new EventSource('/demo/events')
  find('events-toggle').textContent = 'Stop'
  events.onmessage = (event) => {
    const { tick, time } = JSON.parse(event.data)
    note('events-log', 'tick ' + tick + ', server time ' + time.slice(11, 19))
  }
  events.onerror = () => {
    if (events.readyState === EventSource.CLOSED) stopEvents('refused: the session may be over', 'bad')
    else note('events-log', 'interrupted, trying again', 'bad')
  }
})
function stopEvents(text, tone) {
  events.close()
  events = null
  find('events-toggle').textContent = 'Start'
  note('events-log', text, tone)
}

let socket = null
find('socket-toggle').addEventListener('click', () => {
  if (socket) return socket.close()
  socket = new WebSocket(location.origin.replace(/^http/, 'ws') + '/demo/socket')
  find('socket-toggle').textContent = 'Disconnect'
  socket.onopen = () => { find('socket-send').disabled = false; note('socket-log', 'connected', 'good') }
  let isFirst = true
  socket.onmessage = (event) => {
    if (!isFirst) return note('socket-log', '\\u2190 ' + event.data)
    isFirst = false
    const { identity } = JSON.parse(event.data)
    const who = identity['x-forwarded-email'] || identity['x-forwarded-user']
    note('socket-log', who ? '\\u2190 the upgrade came from ' + who : '\\u2190 the upgrade was anonymous')
  }
  socket.onclose = (event) => {
    note('socket-log', 'closed (' + event.code + ')', event.code === 1006 ? 'bad' : '')
    socket = null
    find('socket-send').disabled = true
    find('socket-toggle').textContent = 'Connect'
  }
})
find('socket-form').addEventListener('submit', (event) => {
  event.preventDefault()
  const text = find('socket-text').value
  if (!socket || socket.readyState !== WebSocket.OPEN || text === '') return
  note('socket-log', '\\u2192 ' + text)
  socket.send(text)
  find('socket-text').value = ''
})

async function upload(body, name) {
  note('upload-log', 'sending ' + name + ', ' + body.size.toLocaleString() + ' bytes')
  try {
    const answer = await fetch('/demo/upload', { method: 'POST', body })
    const result = await answer.json()
    if (answer.ok) note('upload-log', 'the server counted ' + result.bytes.toLocaleString() + ' bytes', 'good')
    else note('upload-log', answer.status + ' ' + (result.message || result.code || ''), 'bad')
  } catch (err) {
    note('upload-log', String(err), 'bad')
  }
}
find('upload-file').addEventListener('change', (event) => {
  const file = event.target.files[0]
  if (file) upload(file, file.name)
})
find('upload-sample').addEventListener('click', () => upload(new Blob([new Uint8Array(5 * 1024 * 1024)]), 'a sample'))
find('call-copy')?.addEventListener('click', async () => {
  await navigator.clipboard.writeText(find('call-command').textContent)
  find('call-copy').textContent = 'Copied'
})
`
