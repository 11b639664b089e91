import { Image } from '../image.ts';
import { edc16Sample } from '../samples/index.ts';

/** Seven maps of 5 columns and 4 rows in an invented memory, as an A2L, an XDF, a RomRaider XML and a map list say it. */
const MAPS_AT = 0x60000;
const COLUMNS = 5;
const ROWS = 4;
const COUNT = 7;
/** Where the processor sees the first byte of the file. */
const BASE = 0x400000;

const at = (map: number) => MAPS_AT + map * 0x100;
const xAt = (map: number) => at(map) + 2;
const yAt = (map: number) => xAt(map) + 2 * COLUMNS;
/** Offset of a value: column by column. */
export const valueAt = (map: number, row: number, column: number): number => yAt(map) + ROWS + column * ROWS + row;

export function memoryWithMaps(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(edc16Sample());
  for (let map = 0; map < COUNT; map += 1) {
    bytes.set([COLUMNS, ROWS], at(map));
    for (let column = 0; column < COLUMNS; column += 1) {
      // 800, 1600, … rpm in quarters, big-endian.
      new DataView(bytes.buffer).setUint16(xAt(map) + 2 * column, 3200 * (column + 1) + map);
      for (let row = 0; row < ROWS; row += 1) bytes[valueAt(map, row, column)] = 100 + 10 * column + row;
    }
    for (let row = 0; row < ROWS; row += 1) bytes[yAt(map) + row] = 20 * row;
  }
  return bytes;
}

const every = (one: (map: number) => string) => Array.from({ length: COUNT }, (_, map) => one(map)).join('\n');
const hex = (value: number) => `0x${value.toString(16).toUpperCase()}`;

export const xdfOfMaps = (): string => `<?xml version="1.0" encoding="UTF-8"?>
<!-- Written for this sample. -->
<XDFFORMAT version="1.60">
  <XDFHEADER>
    <deftitle>Sample</deftitle>
    <BASEOFFSET offset="${hex(MAPS_AT)}" subtract="0" />
    <DEFAULTS datasizeinbits="8" sigdigits="2" outputtype="1" signed="0" lsbfirst="1" float="0" />
    <CATEGORY index="0x0" name="Boost" />
  </XDFHEADER>
${every(
  (map) => `  <XDFTABLE uniqueid="${hex(map + 1)}" flags="0x0">
    <title>Boost ${map}</title>
    <CATEGORYMEM index="0" category="1" />
    <XDFAXIS id="x" uniqueid="0x0">
      <EMBEDDEDDATA mmedaddress="${hex(xAt(map) - MAPS_AT)}" mmedelementsizebits="16" mmedcolcount="5" mmedmajorstridebits="16" />
      <units>rpm</units><indexcount>5</indexcount><MATH equation="X*0,25"><VAR id="X" /></MATH>
    </XDFAXIS>
    <XDFAXIS id="y" uniqueid="0x0">
      <EMBEDDEDDATA mmedaddress="${hex(yAt(map) - MAPS_AT)}" mmedelementsizebits="8" />
      <units>&#37;</units><indexcount>4</indexcount><MATH equation="X"><VAR id="X" /></MATH>
    </XDFAXIS>
    <XDFAXIS id="z">
      <EMBEDDEDDATA mmedtypeflags="0x04" mmedaddress="${hex(valueAt(map, 0, 0) - MAPS_AT)}" mmedelementsizebits="8" mmedrowcount="4" mmedcolcount="5" mmedmajorstridebits="0" mmedminorstridebits="0" />
      <units>mbar</units><MATH equation="(X*20)-1000"><VAR id="X" /></MATH>
    </XDFAXIS>
  </XDFTABLE>`,
)}
</XDFFORMAT>`;

const softwareNumber = '1037380001';
const markAt = () => new Image(edc16Sample()).find(softwareNumber, { at: 0, end: 0x80000 }) ?? 0;

/** The program and what it builds on; they may be two files. */
export const romRaiderOfMaps = (mark = softwareNumber): readonly [rom: string, base: string] => [
  `<roms><rom base="SAMPLEBASE">
  <romid><xmlid>SAMPLE</xmlid><internalidaddress>${markAt().toString(16)}</internalidaddress><internalidstring>${mark}</internalidstring></romid>
${every(
  (map) => `  <table name="Boost ${map}" storageaddress="${hex(valueAt(map, 0, 0))}">
    <table type="X Axis" storageaddress="${xAt(map).toString(16)}" /><table type="Y Axis" storageaddress="${hex(yAt(map))}" />
  </table>`,
)}
</rom></roms>`,
  `<!DOCTYPE roms SYSTEM "ecu_defs.dtd"><roms><rom>
  <romid><xmlid>SAMPLEBASE</xmlid></romid>
${every(
  (
    map,
  ) => `  <table type="3D" name="Boost ${map}" category="Boost" storagetype="uint8" endian="big" sizex="5" sizey="4" swapxy="true">
    <scaling units="mbar" expression="x*20-1000" to_byte="(x+1000)/20" format="0" />
    <table type="X Axis" name="Engine speed" storagetype="uint16" endian="big"><scaling units="rpm" expression="x/4" to_byte="x*4" /></table>
    <table type="Y Axis" name="Pedal" storagetype="uint8" endian="big"><scaling units="%" expression="x" to_byte="x" /></table>
  </table>`,
)}
</rom></roms>`,
];

const listColumns =
  'Name;IdName;FolderName;DataOrg;bSigned;bReciprocal;Columns;Rows;SkipBytes;LineSkipBytes;Fieldvalues.Unit;Fieldvalues.Factor;' +
  'Fieldvalues.Offset;Fieldvalues.StartAddr;AxisX.Name;AxisX.Unit;AxisX.Factor;AxisX.Offset;AxisX.DataSrc;AxisX.DataAddr;' +
  'AxisX.DataOrg;AxisY.Name;AxisY.Unit;AxisY.Factor;AxisY.Offset;AxisY.DataSrc;AxisY.DataAddr;AxisY.DataOrg';

/** A list knows no swapped maps, so that columns and rows are exchanged in it. `byAddress`: as the processor sees it. */
export function mapListOfMaps({ byAddress = false } = {}): string {
  const place = (offset: number) => `$${(offset + (byAddress ? BASE : 0)).toString(16).toUpperCase()}`;
  const columns = byAddress ? listColumns.replaceAll(/Addr(?=;|$)/g, 'Addr.Cpu') : listColumns;
  const line = (map: number) =>
    `"Boost ${map}";BOOST_${map};Boost;eByte;0;0;4;5;0;0;mbar;20,000000;-1000;${place(valueAt(map, 0, 0))};` +
    `Pedal;%;1;0;eRom;${place(yAt(map))};eByte;"Engine speed";rpm;0.250000;0;eRom;${place(xAt(map))};eHiLo`;
  return `${columns}\r\n${Array.from({ length: COUNT }, (_, map) => line(map)).join('\r\n')}\r\n`;
}

export const a2lOfMaps = (): string => `ASAP2_VERSION 1 60
/begin PROJECT Sample "invented"
/begin MODULE DIM ""
/begin A2ML block "IF_DATA" taggedunion { /* /begin of nothing */ }; /end A2ML
/begin MOD_COMMON "" BYTE_ORDER MSB_FIRST ALIGNMENT_BYTE 1 ALIGNMENT_WORD 2 /end MOD_COMMON
/begin MEASUREMENT nmot "engine speed" UWORD rpm 1 100 0 10000 ECU_ADDRESS 0x10 /end MEASUREMENT
${every(
  (map) => `/begin CHARACTERISTIC Boost_${map} "boost ""${map}""" MAP ${hex(at(map) + BASE)} Map 0 pressure -1000 4100
  /begin AXIS_DESCR STD_AXIS nmot rpm 16 0 16383 /end AXIS_DESCR
  /begin AXIS_DESCR STD_AXIS pedal percent 16 0 255 /end AXIS_DESCR
/end CHARACTERISTIC`,
)}
/begin RECORD_LAYOUT Map NO_AXIS_PTS_X 1 UBYTE NO_AXIS_PTS_Y 2 UBYTE AXIS_PTS_X 3 UWORD INDEX_INCR DIRECT
  AXIS_PTS_Y 4 UBYTE INDEX_INCR DIRECT FNC_VALUES 5 UBYTE COLUMN_DIR DIRECT /end RECORD_LAYOUT
/begin COMPU_METHOD rpm "" RAT_FUNC "%6.2" "rpm" COEFFS 0 4 0 0 0 1 /end COMPU_METHOD
/begin COMPU_METHOD percent "" IDENTICAL "%3.0" "%" /end COMPU_METHOD
/begin COMPU_METHOD pressure "" RAT_FUNC "%6.0" "mbar" COEFFS 0 1 1000 0 0 20 /end COMPU_METHOD
/end MODULE
/end PROJECT`;
