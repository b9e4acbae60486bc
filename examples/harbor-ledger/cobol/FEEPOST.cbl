       IDENTIFICATION DIVISION.
       PROGRAM-ID. FEEPOST.
      * Posts the fees of the day to the berth accounts.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT FEE-FILE ASSIGN TO FEEIN
               ORGANIZATION IS SEQUENTIAL
               FILE STATUS IS WS-FEE-STATUS.
           SELECT BERTH-FILE ASSIGN TO BERTHS
               ORGANIZATION IS INDEXED
               ACCESS MODE IS RANDOM
               RECORD KEY IS BERTH-ID
               FILE STATUS IS WS-BERTH-STATUS.
       DATA DIVISION.
       FILE SECTION.
       FD  FEE-FILE.
           COPY FEEREC.
       FD  BERTH-FILE.
           COPY BERTHREC.
       WORKING-STORAGE SECTION.
       01  WS-SWITCHES.
           05  WS-FEE-STATUS           PIC X(02).
           05  WS-BERTH-STATUS         PIC X(02).
           05  WS-END-OF-FEES          PIC X(01) VALUE 'N'.
               88  END-OF-FEES         VALUE 'Y'.
       01  WS-AUDIT-PROGRAM            PIC X(08) VALUE 'AUDITLOG'.
       01  WS-POSTED                   PIC 9(07) VALUE ZERO.
       PROCEDURE DIVISION.
       0000-MAIN.
           PERFORM 1000-OPEN-FILES
           PERFORM 2000-READ-FEE
           PERFORM 3000-POST-FEE THRU 3000-EXIT
               UNTIL END-OF-FEES
           PERFORM 9000-CLOSE-FILES
           GOBACK.
       1000-OPEN-FILES.
           OPEN INPUT FEE-FILE
           OPEN I-O BERTH-FILE
           IF WS-FEE-STATUS NOT = '00'
               DISPLAY 'FEES CANNOT BE OPENED: ' WS-FEE-STATUS
               PERFORM 9900-ABORT
           END-IF.
       2000-READ-FEE.
           READ FEE-FILE
               AT END SET END-OF-FEES TO TRUE
           END-READ.
       3000-POST-FEE.
           MOVE FEE-BERTH-ID TO BERTH-ID
           READ BERTH-FILE
               INVALID KEY
                   PERFORM 8000-REPORT-UNKNOWN
                   GO TO 3000-NEXT
           END-READ
           CALL 'RATECALC' USING FEE-RECORD BERTH-RECORD
           ADD FEE-AMOUNT TO BERTH-BALANCE
           REWRITE BERTH-RECORD
           ADD 1 TO WS-POSTED
           CALL WS-AUDIT-PROGRAM USING FEE-RECORD.
       3000-NEXT.
           PERFORM 2000-READ-FEE.
       3000-EXIT.
           EXIT.
       8000-REPORT-UNKNOWN.
           DISPLAY 'UNKNOWN BERTH: ' FEE-BERTH-ID.
       8100-OLD-REPORT.
           DISPLAY 'NOBODY COMES HERE'.
       9000-CLOSE-FILES.
           CLOSE FEE-FILE BERTH-FILE
           DISPLAY 'FEES POSTED: ' WS-POSTED.
       9900-ABORT.
           MOVE 16 TO RETURN-CODE
           STOP RUN.
