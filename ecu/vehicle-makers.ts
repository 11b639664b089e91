/** Which brand the first two characters of a Volkswagen group part number belong to. Published in its parts catalogue. */
const brandOfPrefix: Record<string, string> = {
  '1J': 'Volkswagen', '1K': 'Volkswagen', '1T': 'Volkswagen', '1Z': 'Škoda', '1U': 'Škoda', '1P': 'SEAT', '1M': 'SEAT',
  '1F': 'Volkswagen', '1Q': 'Volkswagen', '1Y': 'Volkswagen', '2K': 'Volkswagen', '2E': 'Volkswagen', '2H': 'Volkswagen',
  '3A': 'Volkswagen', '3B': 'Volkswagen', '3C': 'Volkswagen', '3D': 'Volkswagen', '3T': 'Škoda', '3U': 'Škoda',
  '3R': 'SEAT', '4A': 'Audi', '4B': 'Audi', '4D': 'Audi', '4E': 'Audi', '4F': 'Audi', '4G': 'Audi', '4H': 'Audi',
  '4L': 'Audi', '4M': 'Audi', '4Z': 'Audi', '5C': 'Volkswagen', '5E': 'Škoda', '5F': 'SEAT', '5G': 'Volkswagen',
  '5J': 'Škoda', '5K': 'Volkswagen', '5M': 'Volkswagen', '5N': 'Volkswagen', '5P': 'SEAT', '6J': 'SEAT', '6K': 'SEAT',
  '6L': 'SEAT', '6N': 'Volkswagen', '6Q': 'Volkswagen', '6R': 'Volkswagen', '6X': 'Volkswagen', '6Y': 'Škoda',
  '7D': 'Volkswagen', '7E': 'Volkswagen', '7H': 'Volkswagen', '7L': 'Volkswagen', '7M': 'Volkswagen', '7N': 'Volkswagen',
  '7P': 'Volkswagen', '8A': 'Audi', '8C': 'Audi', '8D': 'Audi', '8E': 'Audi', '8G': 'Audi', '8H': 'Audi', '8J': 'Audi',
  '8K': 'Audi', '8L': 'Audi', '8N': 'Audi', '8P': 'Audi', '8R': 'Audi', '8S': 'Audi', '8T': 'Audi', '8U': 'Audi',
  '8V': 'Audi', '8W': 'Audi', '8X': 'Audi', '8Z': 'Audi', '81': 'Audi',
};

/** The brand where the part number is one car's; the group where it is one engine's, which several brands share. */
export function makerOfVagPartNumber(partNumber: string): string {
  return brandOfPrefix[partNumber.slice(0, 2)] ?? 'Volkswagen Group';
}
