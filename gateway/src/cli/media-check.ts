// `hudhud media check`

import { checkMedia, type MediaFindings, removeUnknown } from '../media/check-media.ts';
import { openMediaStore } from '../media/store/open-media-store.ts';
import { type Command, exitCodes, jsonOption } from './command.ts';

const linesOf = ({ missing, damaged, unknown }: MediaFindings): string[] => [
  ...missing.map((key) => `missing  ${key}`),
  ...damaged.map((key) => `damaged  ${key}`),
  ...unknown.map((key) => `unknown  ${key}`),
];

export const mediaCheck: Command = {
  name: 'media check',
  summary: 'Compare the stored files with the database.',
  options: {
    'remove-unknown': {
      type: 'boolean',
      meaning: 'Remove stored files that the database does not know.',
    },
    json: jsonOption,
  },
  async run({ config, values, print, remark, withStorage }) {
    const store = openMediaStore(config);
    const found = await withStorage(async ({ database: { pool } }) => {
      const findings = await checkMedia(pool, store);
      if (values['remove-unknown']) await removeUnknown(pool, store, findings);
      return findings;
    }).finally(() => store.close());
    const lines = linesOf(found);
    if (values.json) print(JSON.stringify(found));
    else if (lines.length === 0) print(`All ${found.files} files are there, and nothing else is.`);
    else {
      remark(`${lines.length} files differ:`);
      for (const line of lines) print(line);
    }
    return lines.length === 0 ? exitCodes.ok : exitCodes.failed;
  },
};
