import type { PageWords } from './words.ts'

export const es: PageWords = {
  language: { id: 'es', direction: 'ltr', reference: 'Referencia' },
  signOut: {
    title: '¿Cerrar sesión?',
    text: 'Para continuar tendrás que iniciar sesión de nuevo.',
    submit: 'Cerrar sesión',
    stay: 'Mantener la sesión'
  },
  handOver: {
    title: 'Iniciando sesión',
    text: 'Has iniciado sesión. Continúa a {host}.',
    submit: 'Continuar'
  },
  notHandedOver: {
    title: 'Este inicio de sesión no se ha transmitido',
    late: 'Era demasiado tarde o ya se había usado. No se ha perdido nada: inténtalo de nuevo.',
    withoutCookies: 'El navegador no ha guardado las cookies de este sitio. Permítelas e inténtalo de nuevo.',
    retry: 'Intentar de nuevo'
  },
  keepForm: {
    title: 'Inicia sesión para enviar este formulario',
    text: 'Tienes que iniciar sesión antes de poder enviar lo que has rellenado.',
    lost: 'Este navegador no puede guardarlo: después de iniciar sesión, rellena el formulario de nuevo.',
    kept: 'Se guarda en esta pestaña. Cuando hayas iniciado sesión, te preguntaremos antes de enviarlo.',
    signIn: 'Iniciar sesión'
  },
  sendForm: {
    title: 'Enviar el formulario',
    none: 'En esta pestaña no hay ningún formulario pendiente de enviar.',
    offer: 'Pulsa «Enviar» para enviar lo que rellenaste antes de iniciar sesión.',
    others:
      'Cuando se rellenó este formulario, la sesión era de otra cuenta. Pulsa «Enviar» solo si la tuya debe enviarlo.',
    account: 'Has iniciado sesión como {account}.',
    send: 'Enviar',
    back: 'Continuar'
  },
  shownForm: { goesTo: 'Se envía a {address}:', hidden: '(no se muestra)', more: 'y {count} más' }
}
