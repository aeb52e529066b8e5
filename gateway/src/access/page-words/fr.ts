import type { PageWords } from './words.ts'

/** The words in French. */
export const fr: PageWords = {
  language: { id: 'fr', direction: 'ltr', reference: 'Référence' },
  signOut: {
    title: 'Se déconnecter ?',
    text: 'Vous devrez vous reconnecter pour continuer.',
    submit: 'Se déconnecter',
    stay: 'Rester connecté'
  },
  handOver: {
    title: 'Connexion en cours',
    text: 'Vous êtes connecté. Continuez vers {host}.',
    submit: 'Continuer'
  },
  notHandedOver: {
    title: 'Cette connexion n’a pas été transmise',
    late: 'Il était trop tard, ou elle a déjà été utilisée. Rien n’est perdu : réessayez.',
    withoutCookies: 'Le navigateur n’a pas conservé les cookies de ce site. Autorisez-les, puis réessayez.',
    retry: 'Réessayer'
  },
  keepForm: {
    title: 'Connectez-vous pour envoyer ce formulaire',
    text: 'Vous devez vous connecter avant que votre saisie puisse être envoyée.',
    lost: 'Ce navigateur ne peut pas la conserver : remplissez à nouveau le formulaire après la connexion.',
    kept: 'Elle est conservée dans cet onglet. Une fois connecté, vous devrez confirmer avant son envoi.',
    signIn: 'Se connecter'
  },
  sendForm: {
    title: 'Envoyer le formulaire',
    none: 'Cet onglet ne contient aucun formulaire à envoyer.',
    offer: 'Appuyez sur « Envoyer » pour envoyer ce que vous avez saisi avant de vous connecter.',
    others:
      'Un autre compte était connecté quand ce formulaire a été rempli. N’appuyez sur « Envoyer » que si le vôtre doit l’envoyer.',
    send: 'Envoyer',
    back: 'Continuer'
  },
  shownForm: { goesTo: 'Destination : {address}', hidden: '(masqué)', more: 'et {count} de plus' },
  refusal: {
    disabled: 'Compte désactivé',
    noAccess: 'Accès refusé',
    notFound: 'Page introuvable',
    again: 'Réessayez',
    providerAway: 'La connexion est momentanément indisponible',
    tooMany: 'Trop d’essais',
    busy: 'L’application est surchargée',
    silent: 'L’application ne répond pas',
    failed: 'Une erreur s’est produite',
    refused: 'Cela n’a pas fonctionné',
    secondFactor: 'Une deuxième étape est nécessaire'
  },
  because: {
    USER_DISABLED: 'Ce compte est désactivé.',
    FORBIDDEN: 'Votre compte n’a pas accès à cette page.',
    ORIGIN_MISMATCH: 'La requête provenait d’un autre site.',
    RATE_LIMITED: 'Attendez un moment, puis réessayez.',
    NOT_FOUND: 'Il n’y a rien à cette adresse.',
    UNKNOWN_HOST: 'Il n’y a pas d’application à cette adresse.',
    PROVIDER_UNAVAILABLE: 'Le service de connexion est actuellement injoignable. Réessayez dans un instant.',
    VERDICT_CHANGED: 'La réponse a changé entre-temps. Réessayez.',
    UPSTREAM_UNREACHABLE: 'L’application est actuellement injoignable.',
    UPSTREAM_BUSY: 'L’application est actuellement surchargée. Réessayez dans un instant.',
    UPSTREAM_TIMEOUT: 'L’application a mis trop de temps à répondre.',
    INTERNAL_ERROR: 'Un problème est survenu de notre côté.',
    SIGN_IN_METHOD_NOT_ALLOWED:
      'Cette façon de se connecter n’est pas proposée ici. Connectez-vous d’une autre façon.',
    EMAIL_UNVERIFIED: 'Votre adresse e-mail n’est pas encore confirmée.',
    SECOND_FACTOR_REQUIRED: 'Ce compte a besoin d’une deuxième étape.',
    STEP_UP_REQUIRED:
      'Pour ouvrir cette page, confirmez que c’est bien vous. Connectez-vous à nouveau pour continuer.',
    TENANT_MISMATCH:
      'Cette partie est pour les comptes d’une autre organisation. Connectez-vous avec l’un de ces comptes.',
    NO_SERVICE_ACCOUNT:
      'La déconnexion de tous les appareils n’est pas possible ici. Vous pouvez vous déconnecter de ce navigateur.'
  },
  inGeneral: {
    signIn: 'Votre connexion n’est plus valable. Connectez-vous à nouveau.',
    request: 'L’adresse ou le formulaire est incomplet.',
    slow: 'L’envoi a pris trop de temps.',
    large: 'Ce que le navigateur a envoyé est trop volumineux.',
    head: 'Le navigateur a envoyé trop de cookies, ou l’adresse est trop longue. Supprimer les cookies de ce site suffit en général.'
  },
  more: {
    nothingLost: 'Rien de ce que vous avez fait n’est perdu.',
    sendAgain:
      'Votre envoi n’est peut-être pas arrivé. Pour le renvoyer, revenez en arrière dans votre navigateur.',
    nobody: 'Personne n’a accès à cette page.',
    noSecondFactor:
      'Cette partie exige une connexion avec une deuxième étape, et la vôtre n’en avait pas. La même connexion n’y changerait rien.',
    signedInAs: 'Vous êtes connecté en tant que {name}.'
  },
  ways: {
    retry: 'Réessayer',
    start: 'Aller à la page d’accueil',
    signIn: 'Se connecter',
    signOut: 'Se déconnecter',
    otherAccount: 'Utiliser un autre compte',
    switchAccount: 'Changer de compte',
    otherWay: 'Se connecter autrement',
    addSecondFactor: 'Configurer une deuxième étape'
  }
}
