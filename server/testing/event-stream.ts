export interface EventStream {
  response: Response;
  news: { what: string; id: number }[];
  hasEnded: boolean;
  close(): void;
}

/** Opens `/api/events` and stores what arrives. */
export async function openEventStream(url: string, token: string): Promise<EventStream> {
  const controller = new AbortController();
  const response = await fetch(`${url}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: controller.signal,
  });
  const stream: EventStream = { response, news: [], hasEnded: false, close: () => controller.abort() };
  void (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      for (const line of decoder.decode(bytes).split('\n')) {
        if (line.startsWith('data: ')) stream.news.push(JSON.parse(line.slice(6)) as EventStream['news'][number]);
      }
    }
    stream.hasEnded = true;
  })().catch(() => {
    stream.hasEnded = true;
  });
  return stream;
}
