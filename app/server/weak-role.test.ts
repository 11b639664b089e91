import { expect, test } from 'vitest';
import { listNotices } from '../../features/shop/notices/server/notices.ts';
import { openServerAccess } from '../../server/database/access.ts';
import { withClient } from '../../server/installation/database-side.ts';
import { noticeWeakRole } from './first-administrator.ts';
import { app, openStage } from '../../server/testing/stage.ts';

openStage({ forEachTest: true });

/** Creates an operator's role that owns the tables but may not create the role for the server. */
async function makeOwner(name: string): Promise<string> {
  const url = new URL(app.ownerUrl);
  await withClient(app.ownerUrl, async (client) => {
    await client.query(`create role ${name} login password 'owner'`);
    await client.query(`alter table files owner to ${name}`);
  });
  url.username = name;
  url.password = 'owner';
  return url.href;
}

test('administrators see a notice with the remedy while an external database has only the role of its owner', async () => {
  const role = `owner_${process.pid}`;
  try {
    const ownerUrl = await makeOwner(role);
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const addresses = { ownerUrl, serverUrl: null, pooledUrl: null, dataDir: app.folder, isEmbedded: false };
    await noticeWeakRole(app.deps, (await openServerAccess(addresses)).weakness, log);
    const [notice, ...others] = await listNotices(app.deps);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      kind: 'database.weak_role',
      details: { role, server_role: expect.stringMatching(/^test_\w+_server$/) as string },
    });
    expect(lines[0]).toContain(`WARNING: The server works as ${role}, which owns the tables`);
    expect(lines.join('\n')).toContain('DATABASE_OWNER_URL=');

    await noticeWeakRole(app.deps, null, log);
    expect(await listNotices(app.deps)).toEqual([]);
  } finally {
    await withClient(app.ownerUrl, (client) =>
      client.query(`reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`),
    );
  }
});
