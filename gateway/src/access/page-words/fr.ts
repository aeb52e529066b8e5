import type { PageWords } from './words.ts'

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
    account: 'Vous êtes connecté avec {account}.',
    send: 'Envoyer',
    back: 'Continuer'
  },
  shownForm: { goesTo: 'Destination : {address}', hidden: '(masqué)', more: 'et {count} de plus' }
}
