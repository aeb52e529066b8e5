import type { PageWords } from './words.ts'

export const ptBr: PageWords = {
  language: { id: 'pt-BR', direction: 'ltr', reference: 'Referência' },
  signOut: {
    title: 'Sair?',
    text: 'Para continuar, você terá que entrar novamente.',
    submit: 'Sair',
    stay: 'Continuar conectado'
  },
  handOver: {
    title: 'Entrando',
    text: 'Você entrou. Continue para {host}.',
    submit: 'Continuar'
  },
  notHandedOver: {
    title: 'Este acesso não foi repassado',
    late: 'Era tarde demais ou ele já tinha sido usado. Nada se perdeu: tente novamente.',
    withoutCookies: 'O navegador não guardou os cookies deste site. Permita-os e tente novamente.',
    retry: 'Tentar novamente'
  },
  keepForm: {
    title: 'Entre para enviar este formulário',
    text: 'Você precisa entrar antes que o que preencheu possa ser enviado.',
    lost: 'Este navegador não consegue guardá-lo: depois de entrar, preencha o formulário novamente.',
    kept: 'Ele fica guardado nesta aba. Depois de entrar, você confirma antes do envio.',
    signIn: 'Entrar'
  },
  sendForm: {
    title: 'Enviar o formulário',
    none: 'Esta aba não tem nenhum formulário a ser enviado.',
    offer: 'Pressione “Enviar” para enviar o que você preencheu antes de entrar.',
    others:
      'Este formulário foi preenchido com outra conta conectada. Pressione “Enviar” somente se a sua deve enviá-lo.',
    account: 'Você entrou como {account}.',
    send: 'Enviar',
    back: 'Continuar'
  },
  shownForm: { goesTo: 'Vai para {address}:', hidden: '(não exibido)', more: 'e mais {count}' }
}
