// The visits of journeys.test.ts, through the program as it is delivered.
import './journeys.test.ts'
