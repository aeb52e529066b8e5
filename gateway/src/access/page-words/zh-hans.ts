import type { PageWords } from './words.ts'

/** The words in simplified Chinese. */
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
    send: '发送',
    back: '继续'
  },
  shownForm: { goesTo: '发送至 {address}：', hidden: '（不显示）', more: '还有 {count} 项' },
  refusal: {
    disabled: '账号已停用',
    noAccess: '没有访问权限',
    notFound: '未找到',
    again: '请重试',
    providerAway: '登录服务暂时不可用',
    tooMany: '尝试次数过多',
    busy: '应用繁忙',
    silent: '应用没有响应',
    failed: '出错了',
    refused: '未能完成',
    secondFactor: '需要两步验证'
  },
  because: {
    USER_DISABLED: '此账号已停用。',
    FORBIDDEN: '您的账号无权访问此页面。',
    ORIGIN_MISMATCH: '请求来自其他网站。',
    RATE_LIMITED: '请稍等片刻，然后重试。',
    NOT_FOUND: '此地址没有内容。',
    UNKNOWN_HOST: '此网址上没有应用。',
    PROVIDER_UNAVAILABLE: '目前无法连接登录服务。请稍后重试。',
    VERDICT_CHANGED: '结果在此期间已改变。请重试。',
    UPSTREAM_UNREACHABLE: '目前无法连接应用。',
    UPSTREAM_BUSY: '应用目前繁忙。请稍后重试。',
    UPSTREAM_TIMEOUT: '应用响应时间过长。',
    INTERNAL_ERROR: '我们这边出了点问题。',
    SIGN_IN_METHOD_NOT_ALLOWED: '此处不能使用这种登录方式。请使用其他方式登录。',
    EMAIL_UNVERIFIED: '邮箱尚未验证。',
    SECOND_FACTOR_REQUIRED: '此账号需要两步验证。',
    STEP_UP_REQUIRED: '此页面需要确认是您本人。请重新登录以继续。',
    TENANT_MISMATCH: '此部分仅供另一个组织的账号使用。请使用该组织的账号登录。',
    NO_SERVICE_ACCOUNT: '此处无法退出所有设备。您可以在此浏览器中退出登录。'
  },
  inGeneral: {
    signIn: '登录已失效。请重新登录。',
    request: '地址或表单不完整。',
    slow: '发送时间过长。',
    large: '浏览器发送的内容过大。',
    head: '浏览器发送的 Cookie 过多，或地址过长。通常删除此网站的 Cookie 即可解决。'
  },
  more: {
    nothingLost: '您的操作没有丢失。',
    sendAgain: '内容可能未送达。如需重新发送，请在浏览器中返回上一页。',
    nobody: '任何人都无权访问此页面。',
    noSecondFactor: '此处要求使用两步验证登录，而您的登录没有使用。以同样方式再次登录不会改变这一点。',
    signedInAs: '您已登录为 {name}。'
  },
  ways: {
    retry: '重试',
    start: '前往首页',
    signIn: '登录',
    signOut: '退出登录',
    otherAccount: '使用其他账号',
    switchAccount: '切换账号',
    otherWay: '用其他方式登录',
    addSecondFactor: '设置两步验证'
  }
}
