{
  const send = window.fetch

  /** The uid; null when no one is signed in. */
  async function readUser() {
    const response = await send('/_auth/session')
    if (response.status === 401) return null
    if (!response.ok) throw new Error('unknown at the moment')
    return (await response.json()).uid
  }

  const before = readUser()
  let isLeaving = false

  async function check() {
    const [user, now] = await Promise.all([before, readUser()])
    // A page that was public before is left alone.
    if (user === null || user === now || isLeaving) return
    isLeaving = true
    location.reload()
  }
  const checkQuietly = () => void check().catch(() => {})

  window.fetch = async (...request) => {
    const response = await send(...request)
    if (response.status === 401) checkQuietly()
    return response
  }
  window.WebSocket = class extends WebSocket {
    constructor(...address) {
      super(...address)
      // The session is over, or a handshake was refused.
      this.addEventListener('close', ({ code }) => [1006, 1008, 4401].includes(code) && checkQuietly())
    }
  }
  document.addEventListener('visibilitychange', () => !document.hidden && checkQuietly())
}
