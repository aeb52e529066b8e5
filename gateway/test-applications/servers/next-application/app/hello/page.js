export default function Page() {
  return <p>PUBLIC hello</p>
}
