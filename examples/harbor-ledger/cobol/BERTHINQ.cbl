       IDENTIFICATION DIVISION.
       PROGRAM-ID. BERTHINQ.
      * Transaction BQ01: shows one berth account.
       DATA DIVISION.
       WORKING-STORAGE SECTION.
       01  WS-RESP                     PIC S9(08) COMP.
       01  WS-NEXT-PROGRAM             PIC X(08).
           COPY BERTHREC.
       PROCEDURE DIVISION.
       0000-MAIN.
           EXEC CICS RECEIVE MAP('BERTHM') MAPSET('BERTHS1')
               RESP(WS-RESP)
           END-EXEC
           EXEC CICS READ FILE('BERTHS') INTO(BERTH-RECORD)
               RIDFLD(BERTH-ID) RESP(WS-RESP)
           END-EXEC
           IF BERTH-CLOSED
               MOVE 'BERTHCLS' TO WS-NEXT-PROGRAM
               EXEC CICS XCTL PROGRAM(WS-NEXT-PROGRAM) END-EXEC
           END-IF
           EXEC CICS SEND MAP('BERTHM') MAPSET('BERTHS1') ERASE
           END-EXEC
           EXEC CICS RETURN TRANSID('BQ01') END-EXEC
           GOBACK.
