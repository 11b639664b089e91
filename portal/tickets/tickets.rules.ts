/** A ticket's subject is not written by people: it names the file the ticket is about (000 §2). */
export const ticketSubject = (file: { file_id: string }): string => `Ticket ID:${file.file_id}`;
