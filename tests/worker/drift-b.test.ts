import { driftTests } from '#tests/drift/drift-tests.ts'

driftTests(11, 10)
