import type { PageWords } from './words.ts'

/** The words in Spanish. */
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
    send: 'Enviar',
    back: 'Continuar'
  },
  shownForm: { goesTo: 'Se envía a {address}:', hidden: '(no se muestra)', more: 'y {count} más' },
  refusal: {
    disabled: 'Cuenta inhabilitada',
    noAccess: 'Sin acceso',
    notFound: 'No encontrado',
    again: 'Inténtalo de nuevo',
    providerAway: 'El inicio de sesión no está disponible por el momento',
    tooMany: 'Demasiados intentos',
    busy: 'La aplicación está saturada',
    silent: 'La aplicación no responde',
    failed: 'Algo ha ido mal',
    refused: 'No ha funcionado',
    secondFactor: 'Se necesita un segundo paso'
  },
  because: {
    USER_DISABLED: 'Esta cuenta está inhabilitada.',
    FORBIDDEN: 'Tu cuenta no tiene acceso a esta página.',
    ORIGIN_MISMATCH: 'La solicitud procedía de otro sitio.',
    RATE_LIMITED: 'Espera un momento y luego inténtalo otra vez.',
    NOT_FOUND: 'No hay nada en esta dirección.',
    UNKNOWN_HOST: 'No hay ninguna aplicación en esta dirección.',
    PROVIDER_UNAVAILABLE:
      'Ahora mismo no se puede contactar con el servicio de inicio de sesión. Inténtalo de nuevo en un momento.',
    VERDICT_CHANGED: 'La respuesta ha cambiado entretanto. Inténtalo de nuevo.',
    UPSTREAM_UNREACHABLE: 'Ahora mismo no se puede contactar con la aplicación.',
    UPSTREAM_BUSY: 'La aplicación está saturada ahora mismo. Inténtalo de nuevo en un momento.',
    UPSTREAM_TIMEOUT: 'La aplicación ha tardado demasiado en responder.',
    INTERNAL_ERROR: 'Algo salió mal de nuestro lado.',
    SIGN_IN_METHOD_NOT_ALLOWED:
      'Esta forma de iniciar sesión no está disponible aquí. Inicia sesión de otra forma.',
    EMAIL_UNVERIFIED: 'Tu correo aún no está confirmado.',
    SECOND_FACTOR_REQUIRED: 'Esta cuenta necesita un segundo paso.',
    STEP_UP_REQUIRED: 'Para abrir esta página, confirma que eres tú. Vuelve a iniciar sesión para continuar.',
    TENANT_MISMATCH: 'Esta parte es para cuentas de otra organización. Inicia sesión con una de ellas.',
    NO_SERVICE_ACCOUNT:
      'Aquí no se puede cerrar la sesión en todos los dispositivos. Puedes cerrarla en este navegador.'
  },
  inGeneral: {
    signIn: 'Tu inicio de sesión ya no es válido. Inicia sesión de nuevo.',
    request: 'La dirección o el formulario no está completo.',
    slow: 'El envío ha tardado demasiado.',
    large: 'Lo que ha enviado el navegador es demasiado grande.',
    head: 'El navegador ha enviado demasiadas cookies, o la dirección es demasiado larga. Suele bastar con borrar las cookies de este sitio.'
  },
  more: {
    nothingLost: 'No se ha perdido nada de lo que has hecho.',
    sendAgain: 'Puede que no haya llegado. Para enviarlo otra vez, vuelve atrás en el navegador.',
    nobody: 'Nadie tiene acceso a esta página.',
    noSecondFactor:
      'Esta parte exige un inicio de sesión con un segundo paso y el tuyo no lo tenía. Repetir el mismo inicio de sesión no lo cambiaría.',
    signedInAs: 'Has iniciado sesión como {name}.'
  },
  ways: {
    retry: 'Intentar de nuevo',
    start: 'Ir a la página de inicio',
    signIn: 'Iniciar sesión',
    signOut: 'Cerrar sesión',
    otherAccount: 'Usar otra cuenta',
    switchAccount: 'Cambiar de cuenta',
    otherWay: 'Iniciar sesión de otra manera',
    addSecondFactor: 'Configurar un segundo paso'
  }
}
