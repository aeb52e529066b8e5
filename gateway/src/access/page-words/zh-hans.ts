import type { PageWords } from './words.ts'

export const zhHans: PageWords = {
  language: { id: 'zh-Hans', direction: 'ltr', reference: '参考编号' },
  signOut: {
    title: '要退出登录吗？',
    text: '之后需要重新登录才能继续。',
    submit: '退出登录',
    stay: '保持登录'
  },
  handOver: {
    title: '正在登录',
    text: '您已登录。前往 {host}。',
    submit: '继续'
  },
  notHandedOver: {
    title: '此次登录未能传递',
    late: '时间已过，或已被使用。没有任何内容丢失：请重试。',
    withoutCookies: '浏览器没有保存此网站的 Cookie。请允许 Cookie，然后重试。',
    retry: '重试'
  },
  keepForm: {
    title: '请登录以发送此表单',
    text: '需要先登录，才能发送您填写的内容。',
    lost: '此浏览器无法保存填写的内容：登录后请重新填写表单。',
    kept: '内容已保存在此标签页中。登录后，发送前会征求您的确认。',
    signIn: '登录'
  },
  sendForm: {
    title: '发送表单',
    none: '此标签页中没有待发送的表单。',
    offer: '点击“发送”，即可发送您登录前填写的内容。',
    others: '填写此表单时登录的是另一个账号。仅当要用当前账号发送时，才点击“发送”。',
    account: '您已登录为 {account}。',
    send: '发送',
    back: '继续'
  },
  shownForm: { goesTo: '发送至 {address}：', hidden: '（不显示）', more: '还有 {count} 项' }
}
