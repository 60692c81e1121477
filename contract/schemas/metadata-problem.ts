import * as v from 'valibot'

/** Reason why the metadata of a token cannot be read. `status` is the status of a server's answer. */
export const MetadataProblem = v.object({
  code: v.picklist([
    // Problems of an address that can never be read.
    'not_text',
    'no_cid',
    'no_path',
    'damaged_data',
    'no_address',
    'not_public',
    'no_domain',
    // Problems of a file that cannot be fetched now.
    'absent',
    'unreachable',
    'redirected',
    'status',
    'broken_off',
    'fault',
    // Problems of a file that was fetched.
    'folder',
    'not_metadata',
    'too_large',
  ]),
  status: v.nullable(v.number()),
})
export type MetadataProblem = v.InferOutput<typeof MetadataProblem>
