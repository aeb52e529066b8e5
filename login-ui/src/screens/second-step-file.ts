import '../styles/second-step.css'

// In a file of its own, since Node, which runs the screens in tests, cannot import a stylesheet.
export { secondStepViews } from './second-step-screens.tsx'
