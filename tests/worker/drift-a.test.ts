import { driftTests } from '#tests/drift/drift-tests.ts'

driftTests(1, 10)
