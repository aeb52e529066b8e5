export default function Page() {
  return <p>PROTECTED-admin</p>
}
